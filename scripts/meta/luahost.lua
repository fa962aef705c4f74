---@meta luahost
-- What editors have to know of `require "luahost"`, to complete and check scripts.
-- Made from the definitions by scripts/annotations.

--- What every object and every class has.
---@class luahost.Object : table
---@field class luahost.Class The class that it is an instance of. Read-only.
local Object = {}

--- Tells whether it is an instance of a class, or of one that comes from it.
---@param class luahost.Object
---@return boolean
function Object:isKindOf(class) end

--- Makes a class that comes from this one: `ui.ViewController:subclass "NoteViewController"`. Saves record the name, so a second class of the same name is an error.
---@generic T
---@param self T
---@param name string
---@return T
function Object:subclass(name) end

--- Called on a new instance of a class of your own, after the properties that it was made with have been set; gets their table, or an empty one.
---@param properties any
function Object:init(properties) end

--- A class: call it with a table of properties to make an instance.
---@class luahost.Class : luahost.Object
---@field name string The name of the class, which saves record.
---@field super luahost.Class|nil The class that it comes from.

--- A command for `ui.run`: a program, its arguments, and what else it gets.
---@class luahost.Command
---@field [integer] string The program, then its arguments, one each; no shell reads them.
---@field cwd? string The folder that it runs in; the app's if left out.
---@field env? table<string, string> All of its environment variables; the app's if left out.
---@field input? string The bytes that are its standard input; empty if left out.
---@field onLine? fun(line: string) Called with each line that it writes to standard output, without its newline; `output` is empty then.
---@field timeout? number How many seconds it may take; then it gets SIGTERM, and SIGKILL a second later. No limit if left out.

--- How a command ended.
---@class luahost.CommandResult
---@field status? integer Its exit status, 0 for success; nil if a signal ended it.
---@field signal? integer The number of the signal that ended it; nil if it ended by itself.
---@field output string The bytes that it wrote to standard output; empty with `onLine`.
---@field errors string The bytes that it wrote to standard error.
---@field timedOut? true Whether it was ended because its time was over; else nil.

--- How a server is asked, for `ui.fetch`.
---@class luahost.FetchOptions
---@field method? string The request's method; "GET" if left out, "POST" with a body.
---@field headers? table<string, string> Headers by name, beside those that every request has.
---@field body? string The bytes that are sent.
---@field file? string The path of the file that the answer is written to; it is there when it is whole, and `body` is empty.
---@field resume? boolean Whether a file that was cut off goes on where it ended; true if left out.
---@field timeout? number How many seconds all of it may take; no limit if left out.
---@field onProgress? fun(received: integer, total: integer|nil) Called as the answer comes, with how many bytes there are, and of how many; nil where the server does not say.

--- What a server has answered.
---@class luahost.FetchResult
---@field status integer The status of the answer, 200 for success; 404 and 500 are answers, too.
---@field headers table<string, string> The headers of the answer, by lower-case names.
---@field body string The bytes of the answer, decoded if they were sent compressed; empty with `file`.
---@field url string The address that answered, after redirections.

--- JSON (RFC 8259): what servers and files of other programs are often written in.
---@class luahost.JSON
---@field decode fun(text: string): any Reads a value from JSON text. `null` becomes `ui.json.null`; an integer of up to 64 bits stays one. Text that is not JSON is an error with line and column.
---@field encode fun(value: any): string Writes a value as JSON text, keys in order. A table with the keys 1 to n is an array, with strings an object; `{}` is an object, `ui.json.array {}` is `[]`. Other keys, values without JSON, NaN, infinities and more than 200 levels are errors.
---@field array fun(items: table): table Marks a list, and returns it, so that it is written as an array also while it is empty. Decoded arrays are marked.
---@field null table JSON's `null`, which a table cannot hold as nil.

--- What is known of a save.
---@class luahost.SaveInfo
---@field appVersion string The app's version that wrote it.
---@field hostVersion string The version of the host that wrote it.
---@field savedAt number When it was written, in seconds since 1970.
---@field screenSize { width: integer, height: integer } The screen's size in cells; also as a list.

--- A colour: a name ("red", "brightBlue", "gray"), "#rrggbb", "0" to "255", or "default".
---@alias luahost.Color string

--- A part of the screen that a theme gives a look to.
---@alias luahost.Role "text"|"secondary"|"placeholder"|"accent"|"focused"|"selected"|"field"|"header"|"bar"|"barTitle"|"border"|"focusedBorder"|"disabled"|"destructive"

--- A style, the name of a theme's role, or a table of a style's properties.
---@alias luahost.Look luahost.Style.Properties|luahost.Role|luahost.Style

--- A part of a styled text: letters, or a list of parts that have a look, or an action, in common.
---@alias luahost.TextPart string|number|luahost.AttributedString|{ [integer]: luahost.TextPart, style: luahost.Look?, action: fun(view: luahost.View)? }

--- How a Markdown document is made into a text.
---@class luahost.MarkdownOptions
---@field onLink? fun(view: luahost.View, address: string) Called when the user chooses a link, with its address. Without it addresses stand behind what is written on their links.
---@field width? integer How many cells a table may take, 76 if left out; what is longer wraps in its columns.

--- Something that a view shows, as screen readers describe it.
---@class luahost.AccessibilityElement
---@field role? "text"|"header"|"button"|"link"|"switch"|"checkbox"|"slider"|"stepper"|"choice"|"date"|"progress"|"text field"|"password field"|"text area"|"search field"|"table"|"row"|"tab"|"image"|"gauge"|"chart"|"alert" What kind of thing it is; "text" if left out, "button" if it has an action.
---@field label string The words that name it.
---@field value? string What it shows beside its name: a number, a state.
---@field frame? { x: integer, y: integer, width: integer, height: integer } Where it is in the view, in cells from 0, 0.
---@field action? fun(view: luahost.View) Called when the user uses it; what has none is only read.

--- Something that can be done with one row, shown at its right when the user asks for it.
---@class luahost.RowAction
---@field title string The words on it.
---@field style? "normal"|"destructive" How it looks; "normal" if left out.
---@field handler fun() Called when the user chooses it.

--- A column of a table or outline.
---@class luahost.TableColumn
---@field title? string|luahost.AttributedString The title above it; none if left out.
---@field identifier? string Names it in the saved state; its title if left out.
---@field width? integer|"fill" How many cells it takes; "fill", as if left out, for an equal share of what the others leave.
---@field minWidth? integer How many cells it takes at least.
---@field alignment? "left"|"center"|"right" Where its title and its cells stand; "left" if left out.
---@field isSortable? boolean Whether the user can sort by it, with a click on the title or a key; false if left out.

--- What a table asks its data source and tells its delegate: methods that these may have. Sections and rows count from 1.
---@class luahost.TableViewDataSource
---@field numberOfSections? fun(self, tableView: luahost.TableView): integer Called by `reloadData`: returns how many sections there are. Without it there is 1.
---@field numberOfRowsInSection? fun(self, tableView: luahost.TableView, section: integer): integer Called by `reloadData` for each section: returns how many rows it has. A data source needs it.
---@field cellForRow? fun(self, tableView: luahost.TableView, section: integer, row: integer): string|luahost.AttributedString|luahost.View|{ text: string|luahost.AttributedString, detail: (string|luahost.AttributedString)?, accessory: (string|luahost.AttributedString)? }|(string|luahost.AttributedString|luahost.View)[] Called when a row is seen: returns what it shows, a string, a styled text, a view, or a table; with `columns` a list of these, a cell each. A data source needs it.
---@field titleForHeaderInSection? fun(self, tableView: luahost.TableView, section: integer): (string|luahost.AttributedString)|nil Called when a section is seen: returns the title over it; nil for none.
---@field trailingSwipeActionsForRow? fun(self, tableView: luahost.TableView, section: integer, row: integer): luahost.RowAction[]|nil Called when the user asks what can be done with a row: returns the actions, which are shown at its right; nil for none.
---@field didSelectRow? fun(self, tableView: luahost.TableView, section: integer, row: integer) Called when the user has chosen a row, by Enter or a click.
---@field didFocusRow? fun(self, tableView: luahost.TableView, section: integer, row: integer) Called when the row that keys act on is another one, as the user has moved to it.
---@field didSort? fun(self, tableView: luahost.TableView, column: integer, ascending: boolean) Called when the user sorts by a column, and once before the first row is asked for when a sorting was restored: sorts the data. The table asks for its rows again then. Not called when a script sets it.
---@field canEditRow? fun(self, tableView: luahost.TableView, section: integer, row: integer): boolean Called before a row is deleted or moved, and where that is offered: returns whether it may be. Without it all rows may.
---@field commitDelete? fun(self, tableView: luahost.TableView, section: integer, row: integer) Called when the user deletes a row: takes it out of the data. The table asks for its rows again then.
---@field moveRow? fun(self, tableView: luahost.TableView, fromSection: integer, fromRow: integer, toSection: integer, toRow: integer) Called when the user moves a row: moves it in the data, from its old place to its new one. The table asks for its rows again then.
---@field modelIdentifierForElement? fun(self, tableView: luahost.TableView, section: integer, row: integer): string|number|nil Called when rows are selected, focused or saved: returns what names the row's item, so that selection and scroll position follow it when the rows change; nil for nothing.
---@field indexPathForElement? fun(self, tableView: luahost.TableView, modelIdentifier: string|number): integer|nil, integer|nil Called when rows have changed or are restored: returns section and row of the item of that name; nil if it is gone.

--- What an outline asks its data source and tells its delegate: methods that these may have. Items are any values, distinguished by raw equality; nil is the root, which is not shown.
---@class luahost.OutlineViewDataSource
---@field numberOfChildrenOfItem? fun(self, outlineView: luahost.OutlineView, item: any): integer Called when an item opens, nil for the root: returns how many children it has. A data source needs it.
---@field childOfItem? fun(self, outlineView: luahost.OutlineView, index: integer, item: any): any Called when a child is seen: returns the child of an item at a place, counted from 1. A data source needs it.
---@field isItemExpandable? fun(self, outlineView: luahost.OutlineView, item: any): boolean Called when an item is seen: returns whether it can be opened. Without it those can that have children.
---@field cellForItem? fun(self, outlineView: luahost.OutlineView, item: any): string|luahost.AttributedString|luahost.View|{ text: string|luahost.AttributedString, detail: (string|luahost.AttributedString)?, accessory: (string|luahost.AttributedString)? }|(string|luahost.AttributedString|luahost.View)[] Called when an item is seen: returns what its row shows, a string, a styled text, a view, or a table; with `columns` a list of these, a cell each. A data source needs it.
---@field persistentObjectForItem? fun(self, outlineView: luahost.OutlineView, item: any): string|number|nil Called when the state is saved: returns what names the item in it, a string or a number; nil for nothing. Never called for the root.
---@field itemForPersistentObject? fun(self, outlineView: luahost.OutlineView, object: string|number): any Called when the state is restored and after `reloadData`, to find items that are not where they were: returns the item of such a name; nil if it is gone.
---@field didSelectItem? fun(self, outlineView: luahost.OutlineView, item: any) Called when the user has chosen an item, by Enter or a click.
---@field didFocusItem? fun(self, outlineView: luahost.OutlineView, item: any) Called when the item that keys act on is another one, as the user has moved to it.
---@field shouldExpandItem? fun(self, outlineView: luahost.OutlineView, item: any): boolean Called before the user opens an item: returns whether they may. Without it they may.
---@field didExpandItem? fun(self, outlineView: luahost.OutlineView, item: any) Called when the user has opened an item; not when a script does.
---@field didCollapseItem? fun(self, outlineView: luahost.OutlineView, item: any) Called when the user has closed an item; not when a script does.
---@field didSort? fun(self, outlineView: luahost.OutlineView, column: integer, ascending: boolean) Called when the user sorts by a column, and once before the first item is asked for when a sorting was restored: sorts the data. The outline asks for its items again then. Not called when a script sets it.
---@field canEditItem? fun(self, outlineView: luahost.OutlineView, item: any): boolean Called before an item is deleted, and where that is offered: returns whether it may be. Without it all items may.
---@field commitDelete? fun(self, outlineView: luahost.OutlineView, item: any) Called when the user deletes an item: takes it out of the data. The outline asks for its items again then.
---@field trailingSwipeActionsForItem? fun(self, outlineView: luahost.OutlineView, item: any): luahost.RowAction[]|nil Called when the user asks what can be done with an item: returns the actions, which are shown at its right; nil for none.

--- What a page view controller asks for the pages beside the current one.
---@class luahost.PageViewControllerDataSource
---@field viewControllerBefore? fun(self, pages: luahost.PageViewController, controller: luahost.ViewController): luahost.ViewController|nil Called for the page before one: returns its controller; nil if that is the first.
---@field viewControllerAfter? fun(self, pages: luahost.PageViewController, controller: luahost.ViewController): luahost.ViewController|nil Called for the page after one: returns its controller; nil if that is the last.

--- An answer of an alert.
---@class luahost.AlertAction
---@field title string The words on it.
---@field style? "default"|"cancel"|"destructive" How it looks and where it stands; "cancel" is what Escape chooses. "default" if left out.
---@field handler? fun() Called when it was chosen, after the alert is gone. An error for an alert with a `restorationIdentifier` that is presented with `onResult`: functions are not saved.

--- A key: one character, or a name, with `ctrl+`, `alt+` or `shift+` before it where they are held.
---@alias luahost.KeyName "enter"|"tab"|"escape"|"space"|"backspace"|"delete"|"insert"|"up"|"down"|"left"|"right"|"home"|"end"|"pageup"|"pagedown"|"f1"|"f2"|"f3"|"f4"|"f5"|"f6"|"f7"|"f8"|"f9"|"f10"|"f11"|"f12"|"ctrl+a"|"ctrl+b"|"ctrl+c"|"ctrl+d"|"ctrl+e"|"ctrl+f"|"ctrl+g"|"ctrl+h"|"ctrl+i"|"ctrl+j"|"ctrl+k"|"ctrl+l"|"ctrl+m"|"ctrl+n"|"ctrl+o"|"ctrl+p"|"ctrl+q"|"ctrl+r"|"ctrl+s"|"ctrl+t"|"ctrl+u"|"ctrl+v"|"ctrl+w"|"ctrl+x"|"ctrl+y"|"ctrl+z"|"shift+tab"|string

--- Something that can be done, in the command palette and by its key.
---@class luahost.KeyCommand
---@field title string What the palette and the help call it.
---@field input? luahost.KeyName The key that does it: "ctrl+s", "f5", "x"; none if left out.
---@field action string|fun(receiver: any) Called when it is chosen: a function, which gets the object that has the command, or the name of a method of that object.

--- How a message is shown.
---@class luahost.NotifyOptions
---@field seconds? number How many seconds it stands; 4 if left out.
---@field style? luahost.Look The look of its line; the theme's if left out.

--- The program that gets the terminal.
---@class luahost.TerminalCommand
---@field [integer] string The program, then its arguments, one each.
---@field cwd? string The folder that it runs in; the app's if left out.
---@field env? table<string, string> All of its environment variables; the app's if left out.

--- How the program ended.
---@class luahost.TerminalResult
---@field status? integer Its exit status, 0 for success; nil if a signal ended it.
---@field signal? integer The number of the signal that ended it; nil if it ended by itself.

--- What windows, view controllers, views and the application share: keys go from one to the next.
---@class luahost.Responder : luahost.Object

--- What an object keeps, by keys. Each object has keys of its own; a class and its superclass share them. It can be used until the callback that gets it returns.
---@class luahost.Coder : luahost.Object
---@field info luahost.SaveInfo|nil What is known of the save that is read: the versions that wrote it, when, and the screen's size; nil while one is written. Read-only.
local Coder = {}

--- Returns whether a value was kept under a key.
---@param key string
---@return boolean
function Coder:contains(key) end

--- Returns the value that was kept under a key; nil if none was, and for a reference to an object that was not restored.
---@param key string
---@return any
function Coder:decode(key) end

--- Returns the boolean under a key; nil if there is none, or something else.
---@param key string
---@return boolean|nil
function Coder:decodeBoolean(key) end

--- Returns the integer under a key; nil if there is none, or something else.
---@param key string
---@return integer|nil
function Coder:decodeInteger(key) end

--- Returns the number under a key; nil if there is none, or something else.
---@param key string
---@return number|nil
function Coder:decodeNumber(key) end

--- Returns the string under a key; nil if there is none, or something else.
---@param key string
---@return string|nil
function Coder:decodeString(key) end

--- Returns the table under a key; nil if there is none, or something else.
---@param key string
---@return table|nil
function Coder:decodeTable(key) end

--- Keeps a value under a key: booleans, numbers, strings, tables of these, data, dates, styled texts, and controllers, views and registered objects as references. Nil takes the key away; anything else is an error.
---@param key string
---@param value any
function Coder:encode(key, value) end

--- Returns the keys under which values were kept, sorted.
---@return string[]
function Coder:keys() end

--- Bytes that are no text, as a value that a coder takes.
---@class luahost.Data : luahost.Object
---@field bytes string The bytes, as a string. Read-only.
---@field count integer How many bytes there are. Read-only.

--- A point in time, as a value that a coder takes.
---@class luahost.Date : luahost.Object
---@field timeIntervalSince1970 number Seconds since 1970-01-01 00:00 UTC. Read-only.

--- What `ui.Style { … }` takes.
---@class luahost.Style.Properties
---@field background? luahost.Color The colour behind the letters; "default" for what is around them. Default: "default".
---@field bold? boolean Whether letters are bold. Default: false.
---@field dim? boolean Whether letters are faint. Default: false.
---@field foreground? luahost.Color The colour of the letters; "default" for what is around them. Default: "default".
---@field italic? boolean Whether letters are slanted. Default: false.
---@field reverse? boolean Whether foreground and background are exchanged. Default: false.
---@field strikethrough? boolean Whether letters are struck out. Default: false.
---@field underline? boolean Whether letters are underlined. Default: false.

--- A look: colours, and what is done to the letters. A value that views share; a table of the same properties can stand for it.
---@class luahost.Style : luahost.Object
---@field background luahost.Color The colour behind the letters; "default" for what is around them. Default: "default".
---@field bold boolean Whether letters are bold. Default: false.
---@field dim boolean Whether letters are faint. Default: false.
---@field foreground luahost.Color The colour of the letters; "default" for what is around them. Default: "default".
---@field italic boolean Whether letters are slanted. Default: false.
---@field reverse boolean Whether foreground and background are exchanged. Default: false.
---@field strikethrough boolean Whether letters are struck out. Default: false.
---@field underline boolean Whether letters are underlined. Default: false.
---@field super luahost.Style The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Style.Properties): luahost.Style
local Style = {}

--- A text with looks and links, as a value: `..` joins it with strings and others, `#` counts its characters, `==` compares, `tostring` is its letters.
---@class luahost.AttributedString : luahost.Object
---@field string string Its letters, without looks and links. Read-only.
---@operator concat(any): luahost.AttributedString
---@operator len: integer

--- A picture of pixels, to be shown in an ImageView.
---@class luahost.Image : luahost.Object
---@field height integer How many rows of pixels it has. Read-only.
---@field width integer How many columns of pixels it has. Read-only.

--- What was copied or cut last.
---@class luahost.Pasteboard : luahost.Object
---@field string string The text that was copied last; setting it copies one.

--- A function that is to be called later, from `ui.after` or `ui.every`.
---@class luahost.Timer : luahost.Object
---@field isPending boolean Whether the function is still to be called. Read-only.
local Timer = {}

--- Ends it: the function is not called any more. Does nothing if it was not to be.
function Timer:cancel() end

--- A function that runs beside the app and may wait without stopping it.
---@class luahost.Task : luahost.Object
---@field isRunning boolean Whether it has not ended yet. Read-only.
local Task = {}

--- Ends it where it waits: what it waits for is ended, and its `<close>` variables are closed. A task that cancels itself ends when it waits next; one that has ended stays as it is.
function Task:cancel() end

--- Waits, in another task, until it has ended, and returns what it returned; raises what it raised, or "the task was cancelled".
---@return any ...
function Task:wait() end

--- What `ui.Process { … }` takes.
---@class luahost.Process.Properties
---@field [integer] string The program, then its arguments, one each; no shell reads them.
---@field cwd? string|nil The folder that it runs in; nil for the app's.
---@field detached? boolean Whether it goes on when the app has ended. Default: false.
---@field env? table<string, string>|nil All of its environment variables; nil for the app's.
---@field input? string|nil All of its standard input; nil leaves it open for `write`.
---@field onErrorLine? fun(process: luahost.Process, line: string)|nil Called with each line that it writes to standard error, without its newline.
---@field onExit? fun(process: luahost.Process, status: integer|nil, signal: integer|nil)|nil Called once, when it has exited and all its output was reported: with its exit status, or nil and the number of the signal that ended it.
---@field onLine? fun(process: luahost.Process, line: string)|nil Called with each line that it writes to standard output, without its newline.
---@field onOutput? fun(process: luahost.Process, bytes: string)|nil Called with what it writes to standard output, in pieces as they come.

--- Another program, which runs beside the app and ends with it: `ui.Process { "tail", "-f", file, onLine = function(process, line) end }`. It starts when it is made.
---@class luahost.Process : luahost.Object
---@field cwd string|nil The folder that it runs in; nil for the app's.
---@field detached boolean Whether it goes on when the app has ended. Default: false.
---@field env table<string, string>|nil All of its environment variables; nil for the app's.
---@field input string|nil All of its standard input; nil leaves it open for `write`.
---@field isRunning boolean Whether it still runs. Read-only.
---@field onErrorLine fun(process: luahost.Process, line: string)|nil Called with each line that it writes to standard error, without its newline.
---@field onExit fun(process: luahost.Process, status: integer|nil, signal: integer|nil)|nil Called once, when it has exited and all its output was reported: with its exit status, or nil and the number of the signal that ended it.
---@field onLine fun(process: luahost.Process, line: string)|nil Called with each line that it writes to standard output, without its newline.
---@field onOutput fun(process: luahost.Process, bytes: string)|nil Called with what it writes to standard output, in pieces as they come.
---@field pid integer|nil Its process number in the system; nil before it runs. Read-only.
---@field super luahost.Process The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Process.Properties): luahost.Process
local Process = {}

--- Ends its standard input when all that waits is written. Returns whether it was open.
---@return boolean
function Process:closeInput() end

--- Sends a signal, 9 by default, to it and all that it started. Returns whether it was running.
---@param signal? integer
---@return boolean
function Process:kill(signal) end

--- Asks it, and all that it started, to end; what is there a second later is killed. Returns whether it was running.
---@return boolean
function Process:terminate() end

--- Writes to its standard input, as fast as it reads. Returns whether there is somebody to read it. More than 16 MiB that wait are an error.
---@param bytes string
---@return boolean
function Process:write(bytes) end

--- A path that `ui.watch` watches.
---@class luahost.FileWatch : luahost.Object
---@field isActive boolean Whether the path is still watched. Read-only.
local FileWatch = {}

--- Ends the watching: the function is not called any more.
function FileWatch:cancel() end

--- What a view draws on in its `draw`, in cells; the first is 0, 0. What is drawn outside of it is not seen.
---@class luahost.Canvas : luahost.Object
---@field height integer How many rows it has. Read-only.
---@field width integer How many columns it has. Read-only.
local Canvas = {}

--- Draws a line around a rectangle, inside of it: "single" if none is said.
---@param x integer
---@param y integer
---@param width integer
---@param height integer
---@param border? "none"|"single"|"rounded"|"double"|"heavy"
---@param style? luahost.Look
function Canvas:box(x, y, width, height, border, style) end

--- Fills a rectangle with a character; a space if none is said.
---@param x integer
---@param y integer
---@param width integer
---@param height integer
---@param character? string
---@param style? luahost.Look
function Canvas:fill(x, y, width, height, character, style) end

--- Writes a text from a cell on, in one line, of no more than a width if one is said. Returns how many cells it took.
---@param x integer
---@param y integer
---@param text string|luahost.AttributedString
---@param style? luahost.Look
---@param width? integer
---@return integer
function Canvas:put(x, y, text, style, width) end

--- Scenes, which are controllers that are made by name; what came from one is made by it again at the next launch.
---@class luahost.Storyboard : luahost.Object
---@field name string Its name, which saves record. Read-only.
local Storyboard = {}

--- Makes the controller of the initial scene and returns it.
---@return luahost.ViewController|any
function Storyboard:instantiateInitialViewController() end

--- Makes the controller of a scene and returns it; a name that is not there is an error.
---@param scene string
---@return luahost.ViewController|any
function Storyboard:instantiateViewController(scene) end

--- What `ui.View { … }` takes.
---@class luahost.View.Properties
---@field [integer] luahost.View The views in it, in their order.
---@field accessibilityElements? luahost.AccessibilityElement[]|(fun(view: luahost.View): luahost.AccessibilityElement[])|nil What it shows in words, in reading order, in place of what it and the views in it say themselves: a list, or a function or method that returns one. For views that draw themselves.
---@field accessibilityIdentifier? string|nil Names it for tests, and for `:tap` and `:find` at the prompt; nothing is saved under it.
---@field accessibilityLabel? string|nil Names it where it cannot be seen, as when the app runs in words; nil for the words on it.
---@field accessibilityValue? string|nil Says what it shows where it cannot be seen, as when the app runs in words; nil for what it says itself.
---@field backgroundColor? luahost.Color The colour behind its text; "default" for what is around it. Default: "default".
---@field border? "none"|"single"|"rounded"|"double"|"heavy" The line around it, which takes a cell at each side. Default: "none".
---@field borderTitle? string|luahost.AttributedString The text in the upper line of its border; "" for none.
---@field canBecomeFirstResponder? boolean Whether Tab and clicks can give it the keys. Set it for a view of your own that has `keyPressed`. Default: false.
---@field height? integer|nil How many rows it takes, border included; nil lets it choose by what is in it and by the room.
---@field isEnabled? boolean Whether the user can use it. One that is not takes no keys and no clicks and looks faint. Default: true.
---@field isHidden? boolean Whether it is left out of the screen, with all in it; the others take its room. Default: false.
---@field maxHeight? integer|nil How many rows it takes at most; nil is no limit.
---@field maxWidth? integer|nil How many columns it takes at most; nil is no limit.
---@field minHeight? integer|nil How many rows it takes at least, where there is room; nil is no limit.
---@field minWidth? integer|nil How many columns it takes at least, where there is room; nil is no limit.
---@field padding? integer|{ top: integer?, left: integer?, bottom: integer?, right: integer? } How many cells stay empty inside of the border: a number for all sides, or one for each that is named. Default: 0.
---@field restorationIdentifier? string|nil Names it in the saved state: with one, in a controller that is saved, it keeps its own state (scroll offset, selection, what was typed). Unlike that of any other view of the controller; nil: not saved.
---@field style? luahost.Look The look of it and of all in it that says nothing else.
---@field textColor? luahost.Color The colour of its text; "default" for what is around it. Default: "default".
---@field width? integer|nil How many columns it takes, border included; nil lets it choose by what is in it and by the room.

--- A rectangle on the screen, which draws, takes keys and holds other views. A plain one shows its subviews one below the other; make a class from it to draw a view of your own.
---@class luahost.View : luahost.Responder
---@field accessibilityElements luahost.AccessibilityElement[]|(fun(view: luahost.View): luahost.AccessibilityElement[])|nil What it shows in words, in reading order, in place of what it and the views in it say themselves: a list, or a function or method that returns one. For views that draw themselves.
---@field accessibilityIdentifier string|nil Names it for tests, and for `:tap` and `:find` at the prompt; nothing is saved under it.
---@field accessibilityLabel string|nil Names it where it cannot be seen, as when the app runs in words; nil for the words on it.
---@field accessibilityValue string|nil Says what it shows where it cannot be seen, as when the app runs in words; nil for what it says itself.
---@field backgroundColor luahost.Color The colour behind its text; "default" for what is around it. Default: "default".
---@field border "none"|"single"|"rounded"|"double"|"heavy" The line around it, which takes a cell at each side. Default: "none".
---@field borderTitle string|luahost.AttributedString The text in the upper line of its border; "" for none.
---@field canBecomeFirstResponder boolean Whether Tab and clicks can give it the keys. Set it for a view of your own that has `keyPressed`. Default: false.
---@field frame { x: integer, y: integer, width: integer, height: integer } Where it is in its superview and how large it is, in cells; the first cell of the superview is 0, 0. All 0 before it has been laid out. Read-only.
---@field height integer|nil How many rows it takes, border included; nil lets it choose by what is in it and by the room.
---@field isEnabled boolean Whether the user can use it. One that is not takes no keys and no clicks and looks faint. Default: true.
---@field isFirstResponder boolean Whether the keys go to it first. Read-only.
---@field isHidden boolean Whether it is left out of the screen, with all in it; the others take its room. Default: false.
---@field maxHeight integer|nil How many rows it takes at most; nil is no limit.
---@field maxWidth integer|nil How many columns it takes at most; nil is no limit.
---@field minHeight integer|nil How many rows it takes at least, where there is room; nil is no limit.
---@field minWidth integer|nil How many columns it takes at least, where there is room; nil is no limit.
---@field padding integer|{ top: integer?, left: integer?, bottom: integer?, right: integer? } How many cells stay empty inside of the border: a number for all sides, or one for each that is named. Default: 0.
---@field restorationIdentifier string|nil Names it in the saved state: with one, in a controller that is saved, it keeps its own state (scroll offset, selection, what was typed). Unlike that of any other view of the controller; nil: not saved.
---@field style luahost.Look The look of it and of all in it that says nothing else.
---@field subviews luahost.View[] The views that are in it, in their order. Read-only.
---@field superview luahost.View|nil The view that it is in; nil for one that is in none. Read-only.
---@field textColor luahost.Color The colour of its text; "default" for what is around it. Default: "default".
---@field width integer|nil How many columns it takes, border included; nil lets it choose by what is in it and by the room.
---@field super luahost.View The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.View.Properties): luahost.View
local View = {}

--- Puts a view into it as the last one, out of the one that it was in. An error for a view that would be inside of itself; views can be 500 levels deep in each other.
---@param view luahost.View
function View:addSubview(view) end

--- Asks for the keys. Returns whether it has them: false for a view that is hidden, disabled, not on the screen, or takes none.
---@return boolean
function View:becomeFirstResponder() end

--- Called when the state is restored, from the root down, after `viewDidLoad` and before `viewWillAppear`: takes what was kept out of the coder. Call that of `super`, too. A key that is not there decodes to nil.
---@param coder luahost.Coder
function View:decodeRestorableState(coder) end

--- Called when the view is drawn, before its subviews, which are over it. Draws on the canvas, which is as large as the view inside of border and padding, and changes nothing.
---@param canvas luahost.Canvas
function View:draw(canvas) end

--- Called when the state is saved, parents before children, and by autosave only where something may have changed: puts what is to come back into the coder. Call that of `super`, too. After an error what it kept the last time stands.
---@param coder luahost.Coder
function View:encodeRestorableState(coder) end

--- Says that what `encodeRestorableState` would keep has changed, so that autosave asks again. Only needed for what no property and no callback of its own has changed.
function View:invalidateRestorableState() end

--- Called with each key while the view is focused: `"ctrl+c"`, `"up"`, `"x"`. Returns true if the key did something; else it goes on to the superview, the controller and the app.
---@param key luahost.KeyName
---@return boolean|nil
function View:keyPressed(key) end

--- Called with what the mouse does on the view, in cells from 0, 0; `rows` is how far the wheel turned, down positive. Returns true if it did something; else it goes on to the superview.
---@param event { type: "press"|"drag"|"release"|"wheel", x: integer, y: integer, button: integer?, rows: integer?, clickCount: integer? }
---@return boolean|nil
function View:mouseEvent(event) end

--- Takes it out of the view that it is in. Does nothing if that is none.
function View:removeFromSuperview() end

--- Gives the keys away, if it has them; the controller and the app get them then.
function View:resignFirstResponder() end

--- Has it drawn again at the end of the turn. Needed where `draw` shows what is no property of the view.
function View:setNeedsDisplay() end

--- What `ui.VStack { … }` takes.
---@class luahost.VStack.Properties : luahost.View.Properties
---@field alignment? "fill"|"leading"|"center"|"trailing" Where views stand that take less than the room across: over all of it, or at one side. Default: "fill".
---@field spacing? integer How many cells stay empty between two views. Default: 0.

--- Views one below the other, the items from the top.
---@class luahost.VStack : luahost.View
---@field alignment "fill"|"leading"|"center"|"trailing" Where views stand that take less than the room across: over all of it, or at one side. Default: "fill".
---@field spacing integer How many cells stay empty between two views. Default: 0.
---@field super luahost.VStack The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.VStack.Properties): luahost.VStack
local VStack = {}

--- What `ui.HStack { … }` takes.
---@class luahost.HStack.Properties : luahost.View.Properties
---@field alignment? "fill"|"leading"|"center"|"trailing" Where views stand that take less than the room across: over all of it, or at one side. Default: "fill".
---@field spacing? integer How many cells stay empty between two views. Default: 0.

--- Views side by side, the items from the left.
---@class luahost.HStack : luahost.View
---@field alignment "fill"|"leading"|"center"|"trailing" Where views stand that take less than the room across: over all of it, or at one side. Default: "fill".
---@field spacing integer How many cells stay empty between two views. Default: 0.
---@field super luahost.HStack The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.HStack.Properties): luahost.HStack
local HStack = {}

--- What `ui.Grid { … }` takes.
---@class luahost.Grid.Properties : luahost.View.Properties
---@field columnSpacing? integer How many cells stay empty between two columns. Default: 0.
---@field columns? integer|(integer|"fill")[] How many columns of the same width, or a list with the width of each: a number of cells, or "fill" for an equal share of what is left. Default: 1.
---@field rowSpacing? integer How many rows of cells stay empty between two rows. Default: 0.

--- Views in rows and columns: the items, row by row from the top left.
---@class luahost.Grid : luahost.View
---@field columnSpacing integer How many cells stay empty between two columns. Default: 0.
---@field columns integer|(integer|"fill")[] How many columns of the same width, or a list with the width of each: a number of cells, or "fill" for an equal share of what is left. Default: 1.
---@field rowSpacing integer How many rows of cells stay empty between two rows. Default: 0.
---@field super luahost.Grid The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Grid.Properties): luahost.Grid
local Grid = {}

--- What `ui.Spacer { … }` takes.
---@class luahost.Spacer.Properties : luahost.View.Properties

--- An empty view that takes the room that is left in a stack; several share it.
---@class luahost.Spacer : luahost.View
---@field super luahost.Spacer The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Spacer.Properties): luahost.Spacer
local Spacer = {}

--- What `ui.Divider { … }` takes.
---@class luahost.Divider.Properties : luahost.View.Properties

--- A line between the views of a stack, across it.
---@class luahost.Divider : luahost.View
---@field super luahost.Divider The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Divider.Properties): luahost.Divider
local Divider = {}

--- What `ui.ScrollView { … }` takes.
---@class luahost.ScrollView.Properties : luahost.View.Properties
---@field contentOffset? { x: integer, y: integer } The cell of the content that is shown at the top left, from 0, 0.

--- A view that shows a part of what is in it and scrolls, by keys and by the wheel.
---@class luahost.ScrollView : luahost.View
---@field contentOffset { x: integer, y: integer } The cell of the content that is shown at the top left, from 0, 0.
---@field super luahost.ScrollView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.ScrollView.Properties): luahost.ScrollView
local ScrollView = {}

--- What `ui.Label { … }` takes.
---@class luahost.Label.Properties : luahost.View.Properties
---@field [integer] string|luahost.AttributedString Its `text`, which can stand without its name.
---@field alignment? "left"|"center"|"right" Where the text stands in the room that it has. Default: "left".
---@field text? string|luahost.AttributedString The text that it shows, with newlines.

--- Text that is shown and not edited; it wraps where the line ends.
---@class luahost.Label : luahost.View
---@field alignment "left"|"center"|"right" Where the text stands in the room that it has. Default: "left".
---@field text string|luahost.AttributedString The text that it shows, with newlines.
---@field super luahost.Label The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Label.Properties): luahost.Label
local Label = {}

--- What `ui.TextField { … }` takes.
---@class luahost.TextField.Properties : luahost.View.Properties
---@field inputFilter? "integer"|"number"|(fun(text: string): boolean|nil)|nil What can be typed and pasted: "integer", "number", or what a function accepts by returning true, which is called with the whole text that there would be; nil for all. Deleting is always possible.
---@field isEditable? boolean Whether the user can change the text. Default: true.
---@field isSecure? boolean Whether the text is hidden, as a password is, and never kept. Default: false.
---@field onChange? fun(view: luahost.TextField)|nil Called when the user has changed the text; not when a script sets it.
---@field onSubmit? fun(view: luahost.TextField)|nil Called when the user has pressed Enter in it.
---@field placeholder? string The faint text that is shown while there is none.
---@field selectedRange? { location: integer, length: integer } What is selected, in characters, of which the first is 1; a length of 0 is where one types.
---@field text? string What is in it. What a script sets is the script's to bring back; what the user typed since comes back by itself, unless `isSecure`. What it is made with is only what it begins with.
---@field validate? (fun(text: string, view: luahost.TextField): boolean|nil, string|nil)|nil Called with the text after every change and when `isValid` is read: returns true, or nil and a message, which stands under the field from the first change or Enter on. Without it every text is valid.

--- One line of text that the user edits.
---@class luahost.TextField : luahost.View
---@field inputFilter "integer"|"number"|(fun(text: string): boolean|nil)|nil What can be typed and pasted: "integer", "number", or what a function accepts by returning true, which is called with the whole text that there would be; nil for all. Deleting is always possible.
---@field isEditable boolean Whether the user can change the text. Default: true.
---@field isSecure boolean Whether the text is hidden, as a password is, and never kept. Default: false.
---@field isValid boolean Whether `validate` says that the text is valid; true without it. Read-only.
---@field onChange fun(view: luahost.TextField)|nil Called when the user has changed the text; not when a script sets it.
---@field onSubmit fun(view: luahost.TextField)|nil Called when the user has pressed Enter in it.
---@field placeholder string The faint text that is shown while there is none.
---@field selectedRange { location: integer, length: integer } What is selected, in characters, of which the first is 1; a length of 0 is where one types.
---@field text string What is in it. What a script sets is the script's to bring back; what the user typed since comes back by itself, unless `isSecure`. What it is made with is only what it begins with.
---@field validate (fun(text: string, view: luahost.TextField): boolean|nil, string|nil)|nil Called with the text after every change and when `isValid` is read: returns true, or nil and a message, which stands under the field from the first change or Enter on. Without it every text is valid.
---@field super luahost.TextField The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.TextField.Properties): luahost.TextField
local TextField = {}

--- What `ui.SearchBar { … }` takes.
---@class luahost.SearchBar.Properties : luahost.TextField.Properties

--- A field for what is looked for: `onChange` gets each change, and Escape empties it.
---@class luahost.SearchBar : luahost.TextField
---@field super luahost.SearchBar The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.SearchBar.Properties): luahost.SearchBar
local SearchBar = {}

--- What `ui.TextView { … }` takes.
---@class luahost.TextView.Properties : luahost.View.Properties
---@field followsEnd? boolean Whether what is appended to a text that is not edited is scrolled to. True for such a text at first, false once the user scrolls up, true again at the end; kept in the saved state. Default: false.
---@field isEditable? boolean Whether the user can change the text. Default: true.
---@field maximumLines? integer|nil How many lines `append` keeps, the last ones, from 1 on; nil keeps all.
---@field onChange? fun(view: luahost.TextView)|nil Called when the user has changed the text; not when a script sets it.
---@field placeholder? string The faint text that is shown while there is none.
---@field selectedRange? { location: integer, length: integer } What is selected, in characters, of which the first is 1; a length of 0 is where one types.
---@field text? string|luahost.AttributedString What is in it, lines parted by newlines; what the user typed comes back as in a TextField. Where it is not edited, it keeps its looks and links, and is the script's to bring back.

--- Several lines of text that the user edits; with `isEditable = false` a pager, whose text is read, searched and added to.
---@class luahost.TextView : luahost.View
---@field followsEnd boolean Whether what is appended to a text that is not edited is scrolled to. True for such a text at first, false once the user scrolls up, true again at the end; kept in the saved state. Default: false.
---@field isEditable boolean Whether the user can change the text. Default: true.
---@field maximumLines integer|nil How many lines `append` keeps, the last ones, from 1 on; nil keeps all.
---@field onChange fun(view: luahost.TextView)|nil Called when the user has changed the text; not when a script sets it.
---@field placeholder string The faint text that is shown while there is none.
---@field selectedRange { location: integer, length: integer } What is selected, in characters, of which the first is 1; a length of 0 is where one types.
---@field text string|luahost.AttributedString What is in it, lines parted by newlines; what the user typed comes back as in a TextField. Where it is not edited, it keeps its looks and links, and is the script's to bring back.
---@field super luahost.TextView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.TextView.Properties): luahost.TextView
local TextView = {}

--- Adds a text to the end, newlines included; it costs the same in a long text as in a short one.
---@param text string|luahost.AttributedString
function TextView:append(text) end

--- What `ui.Button { … }` takes.
---@class luahost.Button.Properties : luahost.View.Properties
---@field [integer] string|luahost.AttributedString Its `title`, which can stand without its name.
---@field action? fun(button: luahost.Button)|nil Called when the user presses it, with the button.
---@field isDestructive? boolean Whether it does what cannot be undone, and looks so, as for deleting. Default: false.
---@field title? string|luahost.AttributedString The words on it, by which tests can tap it.

--- A button, which calls its action when the user presses it: a click, Enter or Space.
---@class luahost.Button : luahost.View
---@field action fun(button: luahost.Button)|nil Called when the user presses it, with the button.
---@field isDestructive boolean Whether it does what cannot be undone, and looks so, as for deleting. Default: false.
---@field title string|luahost.AttributedString The words on it, by which tests can tap it.
---@field super luahost.Button The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Button.Properties): luahost.Button
local Button = {}

--- What `ui.BarButtonItem { … }` takes.
---@class luahost.BarButtonItem.Properties : luahost.Button.Properties

--- A button in a bar: `title` and `action` are those of a Button.
---@class luahost.BarButtonItem : luahost.Button
---@field super luahost.BarButtonItem The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.BarButtonItem.Properties): luahost.BarButtonItem
local BarButtonItem = {}

--- What `ui.Toolbar { … }` takes.
---@class luahost.Toolbar.Properties : luahost.View.Properties
---@field [integer] luahost.BarButtonItem Its buttons, from left to right.
---@field items? luahost.BarButtonItem[] Its buttons, from left to right.

--- A row of buttons, as at the bottom of a screen.
---@class luahost.Toolbar : luahost.View
---@field items luahost.BarButtonItem[] Its buttons, from left to right.
---@field super luahost.Toolbar The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Toolbar.Properties): luahost.Toolbar
local Toolbar = {}

--- What the bar of a navigation controller shows for one screen, beside its title.
---@class luahost.NavigationItem : luahost.Object
---@field rightBarButtonItem luahost.BarButtonItem|nil The outermost button on the right; nil for none. Setting it replaces all on the right.
---@field rightBarButtonItems luahost.BarButtonItem[] The buttons on the right; the first one is outermost.

--- What `ui.Switch { … }` takes.
---@class luahost.Switch.Properties : luahost.View.Properties
---@field isOn? boolean Whether it is on; setting it calls nobody. Default: false.
---@field onChange? fun(view: luahost.Switch)|nil Called when the user has switched it; not when a script sets `isOn`.

--- A switch, which is on or off; it keeps its value with an identifier.
---@class luahost.Switch : luahost.View
---@field isOn boolean Whether it is on; setting it calls nobody. Default: false.
---@field onChange fun(view: luahost.Switch)|nil Called when the user has switched it; not when a script sets `isOn`.
---@field super luahost.Switch The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Switch.Properties): luahost.Switch
local Switch = {}

--- What `ui.Checkbox { … }` takes.
---@class luahost.Checkbox.Properties : luahost.Switch.Properties
---@field [integer] string|luahost.AttributedString Its `title`, which can stand without its name.
---@field title? string|luahost.AttributedString The words beside the box, by which tests can tap it.

--- A box that is ticked or empty, with a title beside it.
---@class luahost.Checkbox : luahost.Switch
---@field title string|luahost.AttributedString The words beside the box, by which tests can tap it.
---@field super luahost.Checkbox The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Checkbox.Properties): luahost.Checkbox
local Checkbox = {}

--- What `ui.Slider { … }` takes.
---@class luahost.Slider.Properties : luahost.View.Properties
---@field maximumValue? number The most that it can be. Default: 1.0.
---@field minimumValue? number The least that it can be. Default: 0.0.
---@field onChange? fun(view: luahost.Slider)|nil Called when the user has changed the value; not when a script sets it.
---@field value? number The number, which is kept between the bounds; setting it calls nobody. Default: 0.0.

--- A number between two bounds, on a line that the user moves along with arrows or the mouse.
---@class luahost.Slider : luahost.View
---@field maximumValue number The most that it can be. Default: 1.0.
---@field minimumValue number The least that it can be. Default: 0.0.
---@field onChange fun(view: luahost.Slider)|nil Called when the user has changed the value; not when a script sets it.
---@field value number The number, which is kept between the bounds; setting it calls nobody. Default: 0.0.
---@field super luahost.Slider The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Slider.Properties): luahost.Slider
local Slider = {}

--- What `ui.Stepper { … }` takes.
---@class luahost.Stepper.Properties : luahost.View.Properties
---@field maximumValue? number The most that it can be. Default: 100.0.
---@field minimumValue? number The least that it can be. Default: 0.0.
---@field onChange? fun(view: luahost.Stepper)|nil Called when the user has changed the value; not when a script sets it.
---@field stepValue? number How much one step adds or takes away. Default: 1.0.
---@field value? number The number, which is kept between the bounds; setting it calls nobody. Default: 0.0.

--- A number that goes up and down in steps, with two buttons or arrows.
---@class luahost.Stepper : luahost.View
---@field maximumValue number The most that it can be. Default: 100.0.
---@field minimumValue number The least that it can be. Default: 0.0.
---@field onChange fun(view: luahost.Stepper)|nil Called when the user has changed the value; not when a script sets it.
---@field stepValue number How much one step adds or takes away. Default: 1.0.
---@field value number The number, which is kept between the bounds; setting it calls nobody. Default: 0.0.
---@field super luahost.Stepper The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Stepper.Properties): luahost.Stepper
local Stepper = {}

--- What `ui.SegmentedControl { … }` takes.
---@class luahost.SegmentedControl.Properties : luahost.View.Properties
---@field onChange? fun(view: luahost.SegmentedControl)|nil Called when the user has chosen another one; not when a script does.
---@field segments? string[] The choices, from left to right.
---@field selectedSegmentIndex? integer|nil The number of the choice, counted from 1; nil if there is none. Setting it calls nobody.

--- One of several choices, which stand side by side.
---@class luahost.SegmentedControl : luahost.View
---@field onChange fun(view: luahost.SegmentedControl)|nil Called when the user has chosen another one; not when a script does.
---@field segments string[] The choices, from left to right.
---@field selectedSegmentIndex integer|nil The number of the choice, counted from 1; nil if there is none. Setting it calls nobody.
---@field super luahost.SegmentedControl The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.SegmentedControl.Properties): luahost.SegmentedControl
local SegmentedControl = {}

--- What `ui.PopUpButton { … }` takes.
---@class luahost.PopUpButton.Properties : luahost.View.Properties
---@field items? string[] The choices, in order. Setting them keeps the number of the chosen one, where there are so many.
---@field onChange? fun(view: luahost.PopUpButton)|nil Called when the user has chosen another one; not when a script does.
---@field selectedIndex? integer|nil The number of the choice, counted from 1; nil if there is none. Setting it calls nobody.

--- One of several choices on a button; the others are in a menu that opens.
---@class luahost.PopUpButton : luahost.View
---@field items string[] The choices, in order. Setting them keeps the number of the chosen one, where there are so many.
---@field onChange fun(view: luahost.PopUpButton)|nil Called when the user has chosen another one; not when a script does.
---@field selectedIndex integer|nil The number of the choice, counted from 1; nil if there is none. Setting it calls nobody.
---@field super luahost.PopUpButton The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.PopUpButton.Properties): luahost.PopUpButton
local PopUpButton = {}

--- What `ui.RadioGroup { … }` takes.
---@class luahost.RadioGroup.Properties : luahost.View.Properties
---@field items? string[] The choices, in order. Setting them keeps the number of the chosen one, where there are so many.
---@field onChange? fun(view: luahost.RadioGroup)|nil Called when the user has chosen another one; not when a script does.
---@field selectedIndex? integer|nil The number of the choice, counted from 1; nil if there is none. Setting it calls nobody.

--- One of several choices, one below the other.
---@class luahost.RadioGroup : luahost.View
---@field items string[] The choices, in order. Setting them keeps the number of the chosen one, where there are so many.
---@field onChange fun(view: luahost.RadioGroup)|nil Called when the user has chosen another one; not when a script does.
---@field selectedIndex integer|nil The number of the choice, counted from 1; nil if there is none. Setting it calls nobody.
---@field super luahost.RadioGroup The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.RadioGroup.Properties): luahost.RadioGroup
local RadioGroup = {}

--- What `ui.ToggleGroup { … }` takes.
---@class luahost.ToggleGroup.Properties : luahost.View.Properties
---@field items? string[] The titles of the choices, in order. Setting them keeps the selected numbers as far as they exist.
---@field onChange? fun(view: luahost.ToggleGroup)|nil Called when the user has selected or deselected a choice; not when a script does.
---@field selectedIndexes? integer[] The numbers of the selected choices, counted from 1, in order. Setting them calls no handler.

--- Any number of several choices, one below the other.
---@class luahost.ToggleGroup : luahost.View
---@field items string[] The titles of the choices, in order. Setting them keeps the selected numbers as far as they exist.
---@field onChange fun(view: luahost.ToggleGroup)|nil Called when the user has selected or deselected a choice; not when a script does.
---@field selectedIndexes integer[] The numbers of the selected choices, counted from 1, in order. Setting them calls no handler.
---@field super luahost.ToggleGroup The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.ToggleGroup.Properties): luahost.ToggleGroup
local ToggleGroup = {}

--- What `ui.PickerView { … }` takes.
---@class luahost.PickerView.Properties : luahost.View.Properties
---@field components? string[][] The rows of each wheel, for a picker with several.
---@field onChange? fun(view: luahost.PickerView)|nil Called when the user has chosen another row; not when a script does.
---@field rows? string[] The rows of the wheel, for a picker with one; of the first if there are several.
---@field selectedRow? integer|nil The number of the chosen row of the first wheel, counted from 1; nil if it has no rows.
---@field selectedRows? integer[] The number of the chosen row of each wheel, counted from 1; 0 for none.

--- One of many choices, or one of each of several lists.
---@class luahost.PickerView : luahost.View
---@field components string[][] The rows of each wheel, for a picker with several.
---@field onChange fun(view: luahost.PickerView)|nil Called when the user has chosen another row; not when a script does.
---@field rows string[] The rows of the wheel, for a picker with one; of the first if there are several.
---@field selectedRow integer|nil The number of the chosen row of the first wheel, counted from 1; nil if it has no rows.
---@field selectedRows integer[] The number of the chosen row of each wheel, counted from 1; 0 for none.
---@field super luahost.PickerView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.PickerView.Properties): luahost.PickerView
local PickerView = {}

--- What `ui.DatePicker { … }` takes.
---@class luahost.DatePicker.Properties : luahost.View.Properties
---@field date? luahost.Date The point in time that is chosen; now at first.
---@field datePickerMode? "date"|"time"|"dateAndTime" Which parts of it the user chooses. Default: "date".
---@field maximumDate? luahost.Date|nil The latest that can be chosen; nil is no limit.
---@field minimumDate? luahost.Date|nil The earliest that can be chosen; nil is no limit.
---@field onChange? fun(view: luahost.DatePicker)|nil Called when the user has chosen another time; not when a script sets it.
---@field preferredDatePickerStyle? "compact"|"inline" Whether it is one line, "compact", or a calendar, "inline". Default: "compact".

--- A date, a time or both, which the user chooses in the local time zone.
---@class luahost.DatePicker : luahost.View
---@field date luahost.Date The point in time that is chosen; now at first.
---@field datePickerMode "date"|"time"|"dateAndTime" Which parts of it the user chooses. Default: "date".
---@field maximumDate luahost.Date|nil The latest that can be chosen; nil is no limit.
---@field minimumDate luahost.Date|nil The earliest that can be chosen; nil is no limit.
---@field onChange fun(view: luahost.DatePicker)|nil Called when the user has chosen another time; not when a script sets it.
---@field preferredDatePickerStyle "compact"|"inline" Whether it is one line, "compact", or a calendar, "inline". Default: "compact".
---@field super luahost.DatePicker The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.DatePicker.Properties): luahost.DatePicker
local DatePicker = {}

--- What `ui.ImageView { … }` takes.
---@class luahost.ImageView.Properties : luahost.View.Properties
---@field contentMode? "scaleAspectFit"|"scaleAspectFill"|"scaleToFill" How the picture fills the room: whole, cut off at two sides, or stretched. Default: "scaleAspectFit".
---@field image? luahost.Image|string|nil The picture that it shows: an image, or the path of a PNG file relative to the script; nil for none.
---@field pixels? "half"|"quadrant" Which blocks it is made of: two pixels to a cell, or four, with less colour. Default: "half".

--- A picture, drawn in coloured blocks of cells.
---@class luahost.ImageView : luahost.View
---@field contentMode "scaleAspectFit"|"scaleAspectFill"|"scaleToFill" How the picture fills the room: whole, cut off at two sides, or stretched. Default: "scaleAspectFit".
---@field image luahost.Image|string|nil The picture that it shows: an image, or the path of a PNG file relative to the script; nil for none.
---@field pixels "half"|"quadrant" Which blocks it is made of: two pixels to a cell, or four, with less colour. Default: "half".
---@field super luahost.ImageView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.ImageView.Properties): luahost.ImageView
local ImageView = {}

--- What `ui.ProgressView { … }` takes.
---@class luahost.ProgressView.Properties : luahost.View.Properties
---@field isIndeterminate? boolean Whether it moves to and fro, as nobody knows how far it is. Default: false.
---@field progress? number How far it is, from 0 to 1; what is outside counts as the nearer end. Default: 0.0.

--- A bar that shows how far something is.
---@class luahost.ProgressView : luahost.View
---@field isIndeterminate boolean Whether it moves to and fro, as nobody knows how far it is. Default: false.
---@field progress number How far it is, from 0 to 1; what is outside counts as the nearer end. Default: 0.0.
---@field super luahost.ProgressView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.ProgressView.Properties): luahost.ProgressView
local ProgressView = {}

--- What `ui.ActivityIndicator { … }` takes.
---@class luahost.ActivityIndicator.Properties : luahost.View.Properties
---@field isAnimating? boolean Whether it turns; it is not seen while it does not. Default: false.

--- A mark that turns while something goes on.
---@class luahost.ActivityIndicator : luahost.View
---@field isAnimating boolean Whether it turns; it is not seen while it does not. Default: false.
---@field super luahost.ActivityIndicator The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.ActivityIndicator.Properties): luahost.ActivityIndicator
local ActivityIndicator = {}

--- What `ui.Gauge { … }` takes.
---@class luahost.Gauge.Properties : luahost.View.Properties
---@field criticalValue? number|nil From which value on the bar says that it is too much, with `!!` and another colour; nil: it does not.
---@field maximumValue? number The number at which the bar is full. Default: 1.0.
---@field minimumValue? number The number at which the bar is empty. Default: 0.0.
---@field title? string The words in front of the bar: what is measured.
---@field value? number The number that it shows. Default: 0.0.
---@field valueText? string|nil The words behind the bar; nil for the percentage.
---@field warningValue? number|nil From which value on the bar warns, with a `!` and another colour; nil: it does not.

--- A number between two bounds, as a bar that is filled so far.
---@class luahost.Gauge : luahost.View
---@field criticalValue number|nil From which value on the bar says that it is too much, with `!!` and another colour; nil: it does not.
---@field maximumValue number The number at which the bar is full. Default: 1.0.
---@field minimumValue number The number at which the bar is empty. Default: 0.0.
---@field title string The words in front of the bar: what is measured.
---@field value number The number that it shows. Default: 0.0.
---@field valueText string|nil The words behind the bar; nil for the percentage.
---@field warningValue number|nil From which value on the bar warns, with a `!` and another colour; nil: it does not.
---@field super luahost.Gauge The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Gauge.Properties): luahost.Gauge
local Gauge = {}

--- What `ui.Sparkline { … }` takes.
---@class luahost.Sparkline.Properties : luahost.View.Properties
---@field maximumCount? integer|nil How many numbers are kept at most; the oldest go. Nil keeps all.
---@field maximumValue? number|nil The number of the highest bar; nil for the greatest that is seen.
---@field minimumValue? number|nil The number of the lowest bar; nil for the least that is seen.
---@field values? number[] The numbers, oldest first; NaN leaves a gap.

--- The course of a number, as a line of small bars; the newest at the right.
---@class luahost.Sparkline : luahost.View
---@field maximumCount integer|nil How many numbers are kept at most; the oldest go. Nil keeps all.
---@field maximumValue number|nil The number of the highest bar; nil for the greatest that is seen.
---@field minimumValue number|nil The number of the lowest bar; nil for the least that is seen.
---@field values number[] The numbers, oldest first; NaN leaves a gap.
---@field super luahost.Sparkline The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Sparkline.Properties): luahost.Sparkline
local Sparkline = {}

--- Adds a number as the newest, at the right; the others move on.
---@param value number
function Sparkline:append(value) end

--- What `ui.BarChart { … }` takes.
---@class luahost.BarChart.Properties : luahost.View.Properties
---@field axis? "horizontal"|"vertical" The way that bars grow: "horizontal" from the left, "vertical" upwards. Default: "horizontal".
---@field bars? (number|{ label: string?, value: number })[] The bars in order, each `{ label =, value = }` or a number.
---@field maximumValue? number|nil The number of a full bar; nil for the greatest.

--- Numbers beside each other, a bar for each.
---@class luahost.BarChart : luahost.View
---@field axis "horizontal"|"vertical" The way that bars grow: "horizontal" from the left, "vertical" upwards. Default: "horizontal".
---@field bars (number|{ label: string?, value: number })[] The bars in order, each `{ label =, value = }` or a number.
---@field maximumValue number|nil The number of a full bar; nil for the greatest.
---@field super luahost.BarChart The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.BarChart.Properties): luahost.BarChart
local BarChart = {}

--- What `ui.TableView { … }` takes.
---@class luahost.TableView.Properties : luahost.View.Properties
---@field allowsMultipleSelection? boolean Whether more than one row can be selected at a time. Default: false.
---@field columns? luahost.TableColumn[] The columns that each row has a cell in, with their titles; an empty list for rows without columns.
---@field contentOffset? { x: integer, y: integer } The line that is shown first, `y`, and the first cell of its columns, `x`, both from 0.
---@field dataSource? luahost.TableViewDataSource|table|nil The object that is asked for the rows, often the controller.
---@field delegate? luahost.TableViewDataSource|table|nil The object that is notified of what the user does with the rows, often the controller.
---@field focusedIndexPath? { section: integer, row: integer }|nil The row that keys act on, counted from 1; nil if there is none. Setting it scrolls there and calls nobody.
---@field isEditing? boolean Whether the user can delete rows and move them, as far as the data source says. Default: false.
---@field onChange? fun(view: luahost.TableView)|nil Called when the user has selected or deselected; not when a script does.
---@field placeholder? string The text in its middle while there are no rows.
---@field rows? (string|luahost.AttributedString)[] A fixed list of rows, for a table without a data source.
---@field sortAscending? boolean Whether rows are sorted with the least at the top; setting it calls nobody. Default: true.
---@field sortColumn? integer|nil The number of the column that rows are sorted by, counted from 1; nil if by none. Setting it calls nobody: `didSort` is for the user's sorting.

--- Rows in sections, which are asked for as they are seen; or a fixed list of `rows`.
---@class luahost.TableView : luahost.View
---@field allowsMultipleSelection boolean Whether more than one row can be selected at a time. Default: false.
---@field columns luahost.TableColumn[] The columns that each row has a cell in, with their titles; an empty list for rows without columns.
---@field contentOffset { x: integer, y: integer } The line that is shown first, `y`, and the first cell of its columns, `x`, both from 0.
---@field dataSource luahost.TableViewDataSource|table|nil The object that is asked for the rows, often the controller.
---@field delegate luahost.TableViewDataSource|table|nil The object that is notified of what the user does with the rows, often the controller.
---@field focusedIndexPath { section: integer, row: integer }|nil The row that keys act on, counted from 1; nil if there is none. Setting it scrolls there and calls nobody.
---@field indexPathsForSelectedRows { section: integer, row: integer }[] The selected rows, in their order, counted from 1. Read-only.
---@field isEditing boolean Whether the user can delete rows and move them, as far as the data source says. Default: false.
---@field onChange fun(view: luahost.TableView)|nil Called when the user has selected or deselected; not when a script does.
---@field placeholder string The text in its middle while there are no rows.
---@field rows (string|luahost.AttributedString)[] A fixed list of rows, for a table without a data source.
---@field sortAscending boolean Whether rows are sorted with the least at the top; setting it calls nobody. Default: true.
---@field sortColumn integer|nil The number of the column that rows are sorted by, counted from 1; nil if by none. Setting it calls nobody: `didSort` is for the user's sorting.
---@field super luahost.TableView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.TableView.Properties): luahost.TableView
local TableView = {}

--- Deselects a row, counted from 1; all rows if none is named. Calls nobody.
---@param section? integer
---@param row? integer
function TableView:deselectRow(section, row) end

--- Asks the data source for the rows again. Selection, focus and scroll position stay with their items if they have identifiers, else with their places.
function TableView:reloadData() end

--- Scrolls as far as it takes to show a row, counted from 1.
---@param section integer
---@param row integer
function TableView:scrollToRow(section, row) end

--- Selects a row, counted from 1, and calls nobody. Without `allowsMultipleSelection` the others are deselected.
---@param section integer
---@param row integer
function TableView:selectRow(section, row) end

--- What `ui.OutlineView { … }` takes.
---@class luahost.OutlineView.Properties : luahost.View.Properties
---@field columns? luahost.TableColumn[] The columns that each row has a cell in, with their titles; an empty list for rows without columns.
---@field contentOffset? { x: integer, y: integer } The line that is shown first, `y`, and the first cell of its columns, `x`, both from 0.
---@field dataSource? luahost.OutlineViewDataSource|table|nil The object that is asked for the items, often the controller.
---@field delegate? luahost.OutlineViewDataSource|table|nil The object that is notified of what the user does with the items, often the controller.
---@field focusedItem? any The item that keys act on; nil if there is none. Setting it opens what is above it, scrolls there and calls nobody.
---@field isEditing? boolean Whether the user can delete rows and move them, as far as the data source says. Default: false.
---@field onChange? fun(view: luahost.OutlineView)|nil Called when the user has selected or deselected; not when a script does.
---@field placeholder? string The text in its middle while there are no rows.
---@field selectedItem? any The item that is selected; nil if there is none. Setting it opens what is above it and calls nobody.
---@field sortAscending? boolean Whether rows are sorted with the least at the top; setting it calls nobody. Default: true.
---@field sortColumn? integer|nil The number of the column that rows are sorted by, counted from 1; nil if by none. Setting it calls nobody: `didSort` is for the user's sorting.

--- Items in rows, which open to show others below them: a tree.
---@class luahost.OutlineView : luahost.View
---@field columns luahost.TableColumn[] The columns that each row has a cell in, with their titles; an empty list for rows without columns.
---@field contentOffset { x: integer, y: integer } The line that is shown first, `y`, and the first cell of its columns, `x`, both from 0.
---@field dataSource luahost.OutlineViewDataSource|table|nil The object that is asked for the items, often the controller.
---@field delegate luahost.OutlineViewDataSource|table|nil The object that is notified of what the user does with the items, often the controller.
---@field focusedItem any The item that keys act on; nil if there is none. Setting it opens what is above it, scrolls there and calls nobody.
---@field isEditing boolean Whether the user can delete rows and move them, as far as the data source says. Default: false.
---@field onChange fun(view: luahost.OutlineView)|nil Called when the user has selected or deselected; not when a script does.
---@field placeholder string The text in its middle while there are no rows.
---@field selectedItem any The item that is selected; nil if there is none. Setting it opens what is above it and calls nobody.
---@field sortAscending boolean Whether rows are sorted with the least at the top; setting it calls nobody. Default: true.
---@field sortColumn integer|nil The number of the column that rows are sorted by, counted from 1; nil if by none. Setting it calls nobody: `didSort` is for the user's sorting.
---@field super luahost.OutlineView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.OutlineView.Properties): luahost.OutlineView
local OutlineView = {}

--- Closes an item, with `{ children = true }` also all below it. Calls nobody.
---@param item any
---@param options { children: boolean? }?
function OutlineView:collapseItem(item, options) end

--- Opens an item, nil for the root, with `{ children = true }` also all below it. Calls nobody.
---@param item any
---@param options { children: boolean? }?
function OutlineView:expandItem(item, options) end

--- Returns whether an item is open.
---@param item any
---@return boolean
function OutlineView:isItemExpanded(item) end

--- Returns the item that one is a child of; nil for one at the top.
---@param item any
---@return any
function OutlineView:parentForItem(item) end

--- Asks the data source for the rows again. Selection, focus and scroll position stay with their items if they have identifiers, else with their places.
function OutlineView:reloadData() end

--- Asks for an item again, with `{ children = true }` also for all below it.
---@param item any
---@param options { children: boolean? }?
function OutlineView:reloadItem(item, options) end

--- What `ui.ViewController { … }` takes.
---@class luahost.ViewController.Properties
---@field keyCommands? luahost.KeyCommand[] What can be done here, each with a title in the command palette (Ctrl-P) and perhaps a key. Setting it replaces the whole list.
---@field restorationClass? luahost.ViewController|nil The class whose `viewControllerWithRestorationIdentifierPath` makes it again at the next launch; nil: the app's method of that name, or one that is there already, or its storyboard.
---@field restorationIdentifier? string|nil Names it in the saved state, different from its siblings'. It is saved if it and all controllers up to the root have one; nil: neither it nor what is below it is saved.
---@field title? string|luahost.AttributedString|nil The name of its screen, in navigation bars and tabs; nil for none. What a tab shows is set where the controller is made or in `init`: its view is loaded when the tab is chosen.
---@field toolbarItems? luahost.BarButtonItem[] The buttons that a navigation controller shows at the bottom while this is its top screen.
---@field view? luahost.View The view that it shows. Reading it loads it first, by `loadView` and `viewDidLoad`.

--- One screen, or a container of others. Make a class from it for each screen of the app.
---@class luahost.ViewController : luahost.Responder
---@field children luahost.ViewController[] The controllers that it contains, in their order. Read-only.
---@field isViewLoaded boolean Whether its view has been loaded; asking loads nothing. Read-only.
---@field keyCommands luahost.KeyCommand[] What can be done here, each with a title in the command palette (Ctrl-P) and perhaps a key. Setting it replaces the whole list.
---@field navigationController luahost.NavigationController|nil The nearest navigation controller that it is in; nil if it is in none. Read-only.
---@field navigationItem luahost.NavigationItem What the bar of a navigation controller shows beside the title. Read-only.
---@field parent luahost.ViewController|any The controller that contains it; nil for a root, and while it is restored in `viewDidLoad`. Read-only.
---@field presentedViewController luahost.ViewController|any The controller that it presents; nil for none. Read-only.
---@field presentingViewController luahost.ViewController|any The controller that presents it, or what it is contained in; nil for none. Read-only.
---@field restorationClass luahost.ViewController|nil The class whose `viewControllerWithRestorationIdentifierPath` makes it again at the next launch; nil: the app's method of that name, or one that is there already, or its storyboard.
---@field restorationIdentifier string|nil Names it in the saved state, different from its siblings'. It is saved if it and all controllers up to the root have one; nil: neither it nor what is below it is saved.
---@field splitViewController luahost.SplitViewController|nil The nearest split view controller that it is in; nil if it is in none. Read-only.
---@field storyboard luahost.Storyboard|nil The storyboard that it came from; nil for one that a script made. Read-only.
---@field tabBarController luahost.TabBarController|nil The nearest tab bar controller that it is in; nil if it is in none. Read-only.
---@field title string|luahost.AttributedString|nil The name of its screen, in navigation bars and tabs; nil for none. What a tab shows is set where the controller is made or in `init`: its view is loaded when the tab is chosen.
---@field toolbarItems luahost.BarButtonItem[] The buttons that a navigation controller shows at the bottom while this is its top screen.
---@field view luahost.View The view that it shows. Reading it loads it first, by `loadView` and `viewDidLoad`.
---@field super luahost.ViewController The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.ViewController.Properties): luahost.ViewController
local ViewController = {}

--- Contains another controller, which is saved and restored below this one; put its view into yours. An error for one that contains this one; up to 200 levels can contain and present each other.
---@param child luahost.ViewController
function ViewController:addChild(child) end

--- Called on each controller that was restored, from the root down, when all of them have decoded and are in place; before `didFinishLaunching`.
function ViewController:applicationFinishedRestoringState() end

--- Called when the state is restored, from the root down, after `viewDidLoad` and before `viewWillAppear`: takes what was kept out of the coder. Call that of `super`, too. A key that is not there decodes to nil.
---@param coder luahost.Coder
function ViewController:decodeRestorableState(coder) end

--- Takes away the controller that this one presents, or without one the presented one that this is, or is in. The presenter's `onResult` method is called with the result. Does nothing if none is presented.
---@param result? any
function ViewController:dismiss(result) end

--- Called when the state is saved, parents before children, and by autosave only where something may have changed: puts what is to come back into the coder. Call that of `super`, too. After an error what it kept the last time stands.
---@param coder luahost.Coder
function ViewController:encodeRestorableState(coder) end

--- Says that what `encodeRestorableState` would keep has changed, so that autosave asks again. Only needed for what no property and no callback of its own has changed.
function ViewController:invalidateRestorableState() end

--- Called with each key that no view of it has a use for: `"ctrl+c"`, `"up"`, `"x"`. Returns true if the key did something; else it goes on to the parent and the app.
---@param key luahost.KeyName
---@return boolean|nil
function ViewController:keyPressed(key) end

--- Called once, when the view is first asked for: makes the views and sets `self.view`. Without it the view is an empty one.
function ViewController:loadView() end

--- Loads the view if it is not there yet, as reading `view` does.
function ViewController:loadViewIfNeeded() end

--- Shows a controller over this one, until it is dismissed; an error while there is one. `onResult` names the method of this one that is called with the result of `dismiss`, also when both were restored in between.
---@param controller luahost.ViewController
---@param options? { onResult: string }
function ViewController:present(controller, options) end

--- Takes it out of the controller that contains it. Does nothing if that is none.
function ViewController:removeFromParent() end

--- Begins a task of this screen, as `ui.task` does, with the controller as its argument, and returns it. It is cancelled at the end of a turn in which the controller has left every window's tree; not while it is covered, or in a tab that is not selected.
---@generic T
---@param self T
---@param body fun(controller: T)
---@return luahost.Task
function ViewController:task(body) end

--- Called when the screen shows, after `viewWillAppear`.
---@param animated boolean
function ViewController:viewDidAppear(animated) end

--- Called when the screen shows no more, after `viewWillDisappear`.
---@param animated boolean
function ViewController:viewDidDisappear(animated) end

--- Called once, when the view has been loaded, in a restoration before `decodeRestorableState`. `parent`, `navigationController` and the like are nil then in a restoration.
function ViewController:viewDidLoad() end

--- Called before the screen shows: at first, and each time that it comes back from being covered. Not for one that is restored but covered.
---@param animated boolean
function ViewController:viewWillAppear(animated) end

--- Called before the screen is covered, taken away or left for another tab.
---@param animated boolean
function ViewController:viewWillDisappear(animated) end

--- Called on a restoration class (`self` is the class) at a launch, parents before children, for each saved controller that has it: returns that controller, re-created, or nil to omit it and everything below it. `path` is the identifiers from the root to it, `coder` has what it kept.
---@param path string[]
---@param coder luahost.Coder
---@return luahost.ViewController|nil
function ViewController:viewControllerWithRestorationIdentifierPath(path, coder) end

--- What `ui.NavigationController { … }` takes.
---@class luahost.NavigationController.Properties : luahost.ViewController.Properties
---@field [integer] luahost.ViewController The screens of the stack, the root first.
---@field isNavigationBarHidden? boolean Whether the bar with the title is left out. Default: false.
---@field viewControllers? luahost.ViewController[] The screens of the stack, the root first; setting it replaces all.

--- A stack of screens, of which the top one shows, under a bar with its title; Escape goes back. The items are pushed.
---@class luahost.NavigationController : luahost.ViewController
---@field isNavigationBarHidden boolean Whether the bar with the title is left out. Default: false.
---@field topViewController luahost.ViewController|any The screen on top of the stack; nil if that is empty. Read-only.
---@field viewControllers luahost.ViewController[] The screens of the stack, the root first; setting it replaces all.
---@field visibleViewController luahost.ViewController|any The screen that shows: what is presented over the top, or the top itself. Read-only.
---@field super luahost.NavigationController The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.NavigationController.Properties): luahost.NavigationController
local NavigationController = {}

--- Takes the screen on top away and returns it; nil, and nothing is done, if only the root is there.
---@return luahost.ViewController|nil
function NavigationController:pop() end

--- Takes the screens over one of them away and returns them; one that is not in the stack is an error.
---@param controller luahost.ViewController
---@return luahost.ViewController[]
function NavigationController:popTo(controller) end

--- Takes all screens but the root away and returns them.
---@return luahost.ViewController[]
function NavigationController:popToRoot() end

--- Puts a screen on top of the stack and shows it.
---@param controller luahost.ViewController
function NavigationController:push(controller) end

--- What `ui.TabBarController { … }` takes.
---@class luahost.TabBarController.Properties : luahost.ViewController.Properties
---@field [integer] luahost.ViewController The screens in the order of their tabs.
---@field selectedIndex? integer|nil The number of the selected tab, counted from 1; nil if there are none.
---@field selectedViewController? luahost.ViewController|any The screen of the selected tab.
---@field viewControllers? luahost.ViewController[] The screens in the order of their tabs, which have their titles.

--- Several screens, each with a tab, of which the selected one shows.
---@class luahost.TabBarController : luahost.ViewController
---@field selectedIndex integer|nil The number of the selected tab, counted from 1; nil if there are none.
---@field selectedViewController luahost.ViewController|any The screen of the selected tab.
---@field viewControllers luahost.ViewController[] The screens in the order of their tabs, which have their titles.
---@field super luahost.TabBarController The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.TabBarController.Properties): luahost.TabBarController
local TabBarController = {}

--- What `ui.SplitViewController { … }` takes.
---@class luahost.SplitViewController.Properties : luahost.ViewController.Properties
---@field [integer] luahost.ViewController The screens of both sides, the primary one first.
---@field dividerPosition? integer|nil How many columns the primary side takes; nil lets it choose. Kept, also when the user has moved it.
---@field shownColumn? "primary"|"secondary" The side that shows where there is room for one only. Default: "primary".
---@field viewControllers? luahost.ViewController[] The screens of both sides, the primary one first.

--- Two screens side by side where there is room for both, else one of them.
---@class luahost.SplitViewController : luahost.ViewController
---@field dividerPosition integer|nil How many columns the primary side takes; nil lets it choose. Kept, also when the user has moved it.
---@field isCollapsed boolean Whether there is room for one side only. Read-only.
---@field shownColumn "primary"|"secondary" The side that shows where there is room for one only. Default: "primary".
---@field viewControllers luahost.ViewController[] The screens of both sides, the primary one first.
---@field super luahost.SplitViewController The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.SplitViewController.Properties): luahost.SplitViewController
local SplitViewController = {}

--- Shows a side, where there is room for one only.
---@param column "primary"|"secondary"
function SplitViewController:show(column) end

--- What `ui.PageViewController { … }` takes.
---@class luahost.PageViewController.Properties : luahost.ViewController.Properties
---@field [integer] luahost.ViewController The pages, in their order.
---@field currentIndex? integer|nil The number of the page that shows, counted from 1; nil if there are none.
---@field dataSource? luahost.PageViewControllerDataSource|table|nil The object that is asked for the pages before and after one, where they are not all given at first.
---@field viewControllers? luahost.ViewController[] The pages, in their order.

--- Screens that are turned like pages, one at a time, with Page Up and Page Down.
---@class luahost.PageViewController : luahost.ViewController
---@field currentIndex integer|nil The number of the page that shows, counted from 1; nil if there are none.
---@field currentViewController luahost.ViewController|any The screen of the page that shows; nil if there are none. Read-only.
---@field dataSource luahost.PageViewControllerDataSource|table|nil The object that is asked for the pages before and after one, where they are not all given at first.
---@field viewControllers luahost.ViewController[] The pages, in their order.
---@field super luahost.PageViewController The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.PageViewController.Properties): luahost.PageViewController
local PageViewController = {}

--- Turns to the page before. Returns whether there was one.
---@return boolean
function PageViewController:goBack() end

--- Turns to the next page. Returns whether there was one.
---@return boolean
function PageViewController:goForward() end

--- What `ui.AlertController { … }` takes.
---@class luahost.AlertController.Properties : luahost.ViewController.Properties
---@field actions? luahost.AlertAction[] The answers in their order, of which one closes the alert; reading gives their titles.
---@field message? string|luahost.AttributedString|nil The words below the title; nil for none.
---@field preferredStyle? "alert"|"actionSheet" Whether it is an alert in the middle or a list at the bottom. Default: "alert".

--- A question over the screen, with an action for each answer: present it over a controller. It is not saved, unless it has a `restorationIdentifier` and is presented with `onResult`: then it is restored, and the method is called with `{ action = index, texts = { ... } }`.
---@class luahost.AlertController : luahost.ViewController
---@field actions luahost.AlertAction[] The answers in their order, of which one closes the alert; reading gives their titles.
---@field message string|luahost.AttributedString|nil The words below the title; nil for none.
---@field preferredStyle "alert"|"actionSheet" Whether it is an alert in the middle or a list at the bottom. Default: "alert".
---@field textFields luahost.TextField[] The fields to type into, in their order. Read-only.
---@field super luahost.AlertController The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.AlertController.Properties): luahost.AlertController
local AlertController = {}

--- Adds an answer, after those that are there.
---@param action luahost.AlertAction
function AlertController:addAction(action) end

--- Adds a field to type into, below the message.
---@param field luahost.TextField
function AlertController:addTextField(field) end

--- What `ui.Window { … }` takes.
---@class luahost.Window.Properties
---@field rootViewController? luahost.ViewController|any The controller whose screen it shows, the root of the tree; nil before one is set or restored.

--- A window, which shows a tree of view controllers on the whole screen.
---@class luahost.Window : luahost.Responder
---@field isKeyWindow boolean Whether the window has keyboard focus. Read-only.
---@field rootViewController luahost.ViewController|any The controller whose screen it shows, the root of the tree; nil before one is set or restored.
---@field super luahost.Window The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Window.Properties): luahost.Window
local Window = {}

--- Shows it over the other windows and gives it the keys. Call it at the end of `didFinishLaunching`.
function Window:makeKeyAndVisible() end

--- What `ui.Application { … }` takes.
---@class luahost.Application.Properties
---@field autosave? boolean Whether changes are saved by themselves, 250 ms after them at most. Without, the state is saved in the background and at an orderly end only. Default: true.
---@field help? string|nil What the app answers, once it is bundled, to those who ask it for help on the command line.
---@field identifier? string Names the app: its state is kept under this name. Letters, digits, '-', '_' and '.', as in "org.example.app"; set it first, once.
---@field keyCommands? luahost.KeyCommand[] What can be done here, each with a title in the command palette (Ctrl-P) and perhaps a key. Setting it replaces the whole list.
---@field showsKeyHints? boolean Whether the last line of screens of 10 rows and more names the keys that matter now. Default: true.
---@field storyboard? luahost.Storyboard|nil The storyboard whose initial scene is the root, in a window that is made for it, if the script makes none.
---@field theme? "terminal"|"dark"|"light"|"monochrome"|table The looks of all controls: a theme's name, or a table with the looks of single roles: `{ base = "dark", accent = { foreground = "green" } }`. Default: "terminal".
---@field version? string The app's version, which its saves record: `coder.info.appVersion`. What it answers, once it is bundled, to those who ask it for its version on the command line.
---@field window? luahost.Window|nil The window that shows the app; set it in `willFinishLaunching`.

--- The app, which is its own delegate: the script makes one, gives it methods, and returns it.
---@class luahost.Application : luahost.Responder
---@field autosave boolean Whether changes are saved by themselves, 250 ms after them at most. Without, the state is saved in the background and at an orderly end only. Default: true.
---@field filesDirectory string|nil The path of a folder for files of the app's own, for this app and session, beside the saved state; nil in the sandbox. It is made when it is first asked for, which is an error where it cannot be, and never pruned. Read-only.
---@field help string|nil What the app answers, once it is bundled, to those who ask it for help on the command line.
---@field identifier string Names the app: its state is kept under this name. Letters, digits, '-', '_' and '.', as in "org.example.app"; set it first, once.
---@field keyCommands luahost.KeyCommand[] What can be done here, each with a title in the command palette (Ctrl-P) and perhaps a key. Setting it replaces the whole list.
---@field keyWindow luahost.Window|nil The visible window with keyboard focus; nil before one is made visible. Read-only.
---@field pasteboard luahost.Pasteboard The text that was copied or cut last, also by the user. Read-only.
---@field shared luahost.Application The one application: screens in files of their own reach it by `ui.Application.shared`. An error before the script has made it. Read-only.
---@field showsKeyHints boolean Whether the last line of screens of 10 rows and more names the keys that matter now. Default: true.
---@field storyboard luahost.Storyboard|nil The storyboard whose initial scene is the root, in a window that is made for it, if the script makes none.
---@field theme "terminal"|"dark"|"light"|"monochrome"|table The looks of all controls: a theme's name, or a table with the looks of single roles: `{ base = "dark", accent = { foreground = "green" } }`. Default: "terminal".
---@field version string The app's version, which its saves record: `coder.info.appVersion`. What it answers, once it is bundled, to those who ask it for its version on the command line.
---@field window luahost.Window|nil The window that shows the app; set it in `willFinishLaunching`.
---@field windows luahost.Window[] All windows of the app. Read-only.
---@field super luahost.Application The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Application.Properties): luahost.Application
local Application = {}

--- Ends what `extendStateRestoration` began: the restored screen takes the place of the picture.
function Application:completeStateRestoration() end

--- Puts off the end of restoration until the matching `completeStateRestoration`, for state that has to be fetched first: at most 10 seconds. Meanwhile the screen is the picture of the last save; keys and pasted text wait for the restored screen, the mouse does nothing.
function Application:extendStateRestoration() end

--- Has the next launch begin without the picture of the screen that is saved next. Call it while the state is saved, or before.
function Application:ignoreSnapshotOnNextApplicationLaunch() end

--- Says that what the application's own methods would keep has changed, so that autosave asks again.
function Application:invalidateRestorableState() end

--- Shows a message in a line over the screen, which goes by itself after 4 seconds or `options.seconds`; three at most are seen. Its time stands still while an alert or a sheet is open.
---@param text string
---@param options luahost.NotifyOptions|nil
function Application:notify(text, options) end

--- Has an object that is no view or controller take part in restoration: its `encodeRestorableState(coder)` and `decodeRestorableState(coder)` are called after those of the tree. A second one of the same identifier is an error.
---@param object table|luahost.Responder
---@param identifier string
function Application:registerObjectForStateRestoration(object, identifier) end

--- Says that anything may have changed: the next autosave asks every object.
function Application:restorableStateChanged() end

--- Hands the terminal to another program, an editor or a pager, and returns how it ended: `app:runInTerminal { "vi", file }`. Meanwhile timers and tasks rest, and no limit of time runs.
---@param command luahost.TerminalCommand
---@return luahost.TerminalResult
function Application:runInTerminal(command) end

--- Gives the terminal back while a function runs, and returns what it returns. Meanwhile timers and tasks rest, and no limit of time runs.
---@param body fun(): any ...
---@return any ...
function Application:suspend(body) end

--- Called when the user can use the app: at the end of a launch, and on coming back from the background.
function Application:didBecomeActive() end

--- Called when all controllers and views have decoded: takes what is the app's own out of the coder.
---@param coder luahost.Coder
function Application:didDecodeRestorableState(coder) end

--- Called when the app shows no more, before it is saved: on Ctrl-Z, and at its end.
function Application:didEnterBackground() end

--- Called last at every launch, after the state has been restored, if there was any: makes the root controller if the window has none, and shows the window.
---@param options table|nil
function Application:didFinishLaunching(options) end

--- Called when scripts hold nearly all the memory that they may: lets go of what can be made again.
function Application:didReceiveMemoryWarning() end

--- Called at a launch with a saved state, after `willFinishLaunching`: returns whether it is to be restored; only `true` is yes, and without the method nothing is restored. `coder.info` says which version saved it, and when.
---@param coder luahost.Coder
---@return boolean
function Application:shouldRestoreApplicationState(coder) end

--- Called at each save, before the objects are asked: returns whether the state is to be saved; only `true` is yes, and without the method nothing is saved. What it encodes is the app's own.
---@param coder luahost.Coder
---@return boolean
function Application:shouldSaveApplicationState(coder) end

--- Called at a launch for each saved controller without a restoration class, parents before children: returns that controller, re-created or existing; nil for one of the same path that is there already, or its storyboard's. `path` is the identifiers from the root to it, `coder` has what it kept.
---@param path string[]
---@param coder luahost.Coder
---@return luahost.ViewController|nil
function Application:viewControllerWithRestorationIdentifierPath(path, coder) end

--- Called at each save, after `shouldSaveApplicationState` and before any controller is asked: puts what is the app's own into the coder.
---@param coder luahost.Coder
function Application:willEncodeRestorableState(coder) end

--- Called before the app shows again, on coming back from the background.
function Application:willEnterForeground() end

--- Called first at every launch, before anything is restored: makes the window, and what must be there for restoration. `options` are those of the launch; nil if there are none.
---@param options table|nil
function Application:willFinishLaunching(options) end

--- Called before the user cannot use the app any more: when it goes to the background, and at its end.
function Application:willResignActive() end

--- Called last before the app ends in order, after it has been saved. Not called when it is killed.
function Application:willTerminate() end

---@class luahost
---@field version string The version of the host.
---@field stateRestorationViewControllerStoryboardKey string The key by which the coder of a restoration method gives the storyboard that a controller came from.
---@field json luahost.JSON JSON: `ui.json.decode(text)` and `ui.json.encode(value)`.
---@field Style luahost.Style A look: colours, and what is done to the letters. A value that views share; a table of the same properties can stand for it.
---@field Process luahost.Process Another program, which runs beside the app and ends with it: `ui.Process { "tail", "-f", file, onLine = function(process, line) end }`. It starts when it is made.
---@field View luahost.View A rectangle on the screen, which draws, takes keys and holds other views. A plain one shows its subviews one below the other; make a class from it to draw a view of your own.
---@field VStack luahost.VStack Views one below the other, the items from the top.
---@field HStack luahost.HStack Views side by side, the items from the left.
---@field Grid luahost.Grid Views in rows and columns: the items, row by row from the top left.
---@field Spacer luahost.Spacer An empty view that takes the room that is left in a stack; several share it.
---@field Divider luahost.Divider A line between the views of a stack, across it.
---@field ScrollView luahost.ScrollView A view that shows a part of what is in it and scrolls, by keys and by the wheel.
---@field Label luahost.Label Text that is shown and not edited; it wraps where the line ends.
---@field TextField luahost.TextField One line of text that the user edits.
---@field SearchBar luahost.SearchBar A field for what is looked for: `onChange` gets each change, and Escape empties it.
---@field TextView luahost.TextView Several lines of text that the user edits; with `isEditable = false` a pager, whose text is read, searched and added to.
---@field Button luahost.Button A button, which calls its action when the user presses it: a click, Enter or Space.
---@field BarButtonItem luahost.BarButtonItem A button in a bar: `title` and `action` are those of a Button.
---@field Toolbar luahost.Toolbar A row of buttons, as at the bottom of a screen.
---@field Switch luahost.Switch A switch, which is on or off; it keeps its value with an identifier.
---@field Checkbox luahost.Checkbox A box that is ticked or empty, with a title beside it.
---@field Slider luahost.Slider A number between two bounds, on a line that the user moves along with arrows or the mouse.
---@field Stepper luahost.Stepper A number that goes up and down in steps, with two buttons or arrows.
---@field SegmentedControl luahost.SegmentedControl One of several choices, which stand side by side.
---@field PopUpButton luahost.PopUpButton One of several choices on a button; the others are in a menu that opens.
---@field RadioGroup luahost.RadioGroup One of several choices, one below the other.
---@field ToggleGroup luahost.ToggleGroup Any number of several choices, one below the other.
---@field PickerView luahost.PickerView One of many choices, or one of each of several lists.
---@field DatePicker luahost.DatePicker A date, a time or both, which the user chooses in the local time zone.
---@field ImageView luahost.ImageView A picture, drawn in coloured blocks of cells.
---@field ProgressView luahost.ProgressView A bar that shows how far something is.
---@field ActivityIndicator luahost.ActivityIndicator A mark that turns while something goes on.
---@field Gauge luahost.Gauge A number between two bounds, as a bar that is filled so far.
---@field Sparkline luahost.Sparkline The course of a number, as a line of small bars; the newest at the right.
---@field BarChart luahost.BarChart Numbers beside each other, a bar for each.
---@field TableView luahost.TableView Rows in sections, which are asked for as they are seen; or a fixed list of `rows`.
---@field OutlineView luahost.OutlineView Items in rows, which open to show others below them: a tree.
---@field ViewController luahost.ViewController One screen, or a container of others. Make a class from it for each screen of the app.
---@field NavigationController luahost.NavigationController A stack of screens, of which the top one shows, under a bar with its title; Escape goes back. The items are pushed.
---@field TabBarController luahost.TabBarController Several screens, each with a tab, of which the selected one shows.
---@field SplitViewController luahost.SplitViewController Two screens side by side where there is room for both, else one of them.
---@field PageViewController luahost.PageViewController Screens that are turned like pages, one at a time, with Page Up and Page Down.
---@field AlertController luahost.AlertController A question over the screen, with an action for each answer: present it over a controller. It is not saved, unless it has a `restorationIdentifier` and is presented with `onResult`: then it is restored, and the method is called with `{ action = index, texts = { ... } }`.
---@field Window luahost.Window A window, which shows a tree of view controllers on the whole screen.
---@field Application luahost.Application The app, which is its own delegate: the script makes one, gives it methods, and returns it.
local ui = {}

--- Calls a function once, after so many seconds, and returns the timer.
---@param seconds number
---@param action fun()
---@return luahost.Timer
function ui.after(seconds, action) end

--- Calls a function every so many seconds, until the timer that it returns is cancelled.
---@param seconds number
---@param action fun()
---@return luahost.Timer
function ui.every(seconds, action) end

--- Begins a task and returns it: a function that may wait, by `ui.sleep`, `ui.run`, `ui.fetch`, `ui.await` and `task:wait`, while the app goes on. It starts at the end of the turn.
---@param body fun()
---@return luahost.Task
function ui.task(body) end

--- Waits so many seconds, in a task.
---@param seconds number
function ui.sleep(seconds) end

--- Calls a function at once and waits, in a task, until what it was given is called; returns what that was called with.
---@param start fun(resume: fun(...: any))
---@return any ...
function ui.await(start) end

--- Runs a program and waits, in a task, until it has ended; returns how, and what it wrote: `ui.run { "git", "log" }`. One that cannot be started is an error; one that fails is a result with its status.
---@param command luahost.Command
---@return luahost.CommandResult
function ui.run(command) end

--- Asks a server by http or https and waits, in a task, for the answer. No answer is an error.
---@param url string
---@param options? luahost.FetchOptions
---@return luahost.FetchResult
function ui.fetch(url, options) end

--- Calls a function with what changed, once for all that happens within 50 ms: the path of a file, or of a folder its own entries; with `{ recursive = true }` also those of all folders below, where links are not followed. A path that does not exist yet is reported when it appears. The watch goes on when the path or its folder is removed and created again.
---@param path string
---@param options { recursive?: boolean } | fun(path: string)
---@param onChange? fun(path: string)
---@return luahost.FileWatch
function ui.watch(path, options, onChange) end

--- The contents of a file of the app's own, by its path from the script's folder; of a bundle, by the same path in it. Nil and why, if there is none.
---@param name string
---@return string|nil, string|nil
function ui.resource(name) end

--- Makes data of the bytes of a string. Two of the same bytes are `==`; as keys of a table they are distinguished: use `data.bytes`.
---@param bytes string
---@return luahost.Data
function ui.Data(bytes) end

--- Makes a point in time of seconds since 1970; now if none are said. `==`, `<` and `<=` compare the times, `tostring` writes one as ISO 8601 in UTC. As keys of a table two are distinguished: use `date.timeIntervalSince1970`.
---@param secondsSince1970? number
---@return luahost.Date
function ui.Date(secondsSince1970) end

--- Makes a text with looks and links: `ui.AttributedString { "plain ", { "bold", style = { bold = true } }, { "link", action = function(view) end } }`. It can be shown wherever a string can, but for texts that are edited.
---@param parts luahost.TextPart
---@return luahost.AttributedString
function ui.AttributedString(parts) end

--- Returns how many cells a text takes in one line: wide characters count two, marks that join others none.
---@param text string|luahost.AttributedString
---@return integer
function ui.textWidth(text) end

--- Returns the text if it has room in so many cells, else as much of it as has, with `…` at its end.
---@param text string|luahost.AttributedString
---@param width integer
---@return string|luahost.AttributedString
function ui.truncate(text, width) end

--- Returns the text that a document in Markdown stands for: CommonMark with tables, task lists and struck out text.
---@param text string
---@param options? luahost.MarkdownOptions
---@return luahost.AttributedString
function ui.markdown(text, options) end

--- Reads a picture: from the path of a PNG file, relative to the script, or from its bytes as data. What is no PNG is an error.
---@param source string|luahost.Data
---@return luahost.Image
function ui.Image(source) end

--- Makes a storyboard of scenes by name. A scene is the properties of its controller, with `class` (or its name), `children` or `viewControllers` (names of scenes) and `view` (a function of the controller).
---@param name string
---@param definition { initial: string?, scenes: table<string, table> }
---@return luahost.Storyboard
function ui.Storyboard(name, definition) end

return ui
