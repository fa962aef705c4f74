---@meta luahost
-- What editors have to know of `require "luahost"`, to complete and check scripts.
-- Made from the definitions by scripts/annotations.

--- The members of every object and every class.
---@class luahost.Object : table
---@field class luahost.Class The class of the object. Read-only.
local Object = {}

--- Returns whether the object is an instance of a class or of one of its subclasses.
---@param class luahost.Object
---@return boolean
function Object:isKindOf(class) end

--- Creates a subclass: `ui.ViewController:subclass "NoteViewController"`. Saved states contain the name, so a second class with the same name is an error.
---@generic T
---@param self T
---@param name string
---@return T
function Object:subclass(name) end

--- Called on a new instance of a subclass, after the given properties have been set, with the table of these properties, or an empty table.
---@param properties any
function Object:init(properties) end

--- A class: call it with a table of properties to create an instance.
---@class luahost.Class : luahost.Object
---@field name string The name of the class, which is part of the saved state.
---@field super luahost.Class|nil The superclass.

--- A command for `ui.run`: a program, its arguments, and options.
---@class luahost.Command
---@field [integer] string The program, followed by its arguments; no shell is involved.
---@field cwd? string The working directory; the app's by default.
---@field env? table<string, string> The complete environment; the app's by default.
---@field input? string The standard input; empty by default.
---@field onLine? fun(line: string) Called with each line from standard output, without its newline; `output` is then empty.
---@field timeout? number The time limit in seconds; then the process receives SIGTERM, and SIGKILL a second later. No limit by default.

--- The result of a command.
---@class luahost.CommandResult
---@field status? integer Its exit status, 0 for success; nil if a signal terminated it.
---@field signal? integer The number of the signal that terminated it; nil if it exited by itself.
---@field output string The bytes from standard output; empty with `onLine`.
---@field errors string The bytes from standard error.
---@field timedOut? true True if it was terminated by its time limit; else nil.

--- The options of `ui.fetch`.
---@class luahost.FetchOptions
---@field method? string The request's method; "GET" by default, "POST" with a body.
---@field headers? table<string, string> Headers by name, in addition to those of every request.
---@field body? string The body of the request.
---@field file? string The path of the file to write the response to. The file appears when it is complete, and `body` is empty.
---@field resume? boolean Whether to resume an interrupted download of the file; true by default.
---@field timeout? number The time limit for the whole request in seconds; none by default.
---@field onProgress? fun(received: integer, total: integer|nil) Called while the response arrives, with the bytes received so far and the total, or nil if it is unknown.

--- The response of a server.
---@class luahost.FetchResult
---@field status integer The status code, 200 for success; 404 and 500 are responses, too.
---@field headers table<string, string> The headers of the response, by lower-case names.
---@field body string The body of the response, decompressed; empty with `file`.
---@field url string The URL that responded, after redirections.

--- Reading and writing JSON (RFC 8259).
---@class luahost.JSON
---@field decode fun(text: string): any Decodes a value from JSON text. `null` becomes `ui.json.null`; integers of up to 64 bits remain integers. Invalid JSON raises an error with line and column.
---@field encode fun(value: any): string Encodes a value as JSON text, with sorted keys. A table with the keys 1 to n becomes an array, one with string keys an object; `{}` is an object, `ui.json.array {}` is `[]`. Other keys, unsupported values, NaN, infinities and more than 200 levels raise an error.
---@field array fun(items: table): table Marks a list as an array, so that it is encoded as one even if it is empty, and returns it. Decoded arrays are marked.
---@field null table JSON's `null`, which a table cannot store as nil.

--- Information about a save.
---@class luahost.SaveInfo
---@field appVersion string The version of the app that wrote it.
---@field hostVersion string The version of luahost that wrote it.
---@field savedAt number When it was written, in seconds since 1970.
---@field screenSize { width: integer, height: integer } The size of the screen in cells; also as a list.

--- A colour: a name ("red", "brightBlue", "gray"), "#rrggbb", "0" to "255", or "default".
---@alias luahost.Color string

--- A role for which a theme defines a style.
---@alias luahost.Role "text"|"secondary"|"placeholder"|"accent"|"focused"|"selected"|"field"|"header"|"bar"|"barTitle"|"border"|"focusedBorder"|"disabled"|"destructive"

--- A style, the name of a theme's role, or a table with the properties of a style.
---@alias luahost.Look luahost.Style.Properties|luahost.Role|luahost.Style

--- Part of an attributed string: plain text, or a list of parts that share a style or an action.
---@alias luahost.TextPart string|number|luahost.AttributedString|{ [integer]: luahost.TextPart, style: luahost.Look?, action: fun(view: luahost.View)? }

--- The options of `ui.markdown`.
---@class luahost.MarkdownOptions
---@field onLink? fun(view: luahost.View, address: string) Called with the address when the user chooses a link. Without it, addresses are shown after their links.
---@field width? integer The maximum width of a table in cells, 76 by default; longer contents wrap within their columns.

--- An element of a view, as described to screen readers.
---@class luahost.AccessibilityElement
---@field role? "text"|"header"|"button"|"link"|"switch"|"checkbox"|"slider"|"stepper"|"choice"|"date"|"progress"|"text field"|"password field"|"text area"|"search field"|"table"|"row"|"tab"|"image"|"gauge"|"chart"|"alert" Its kind; "text" by default, or "button" if it has an action.
---@field label string Its label.
---@field value? string Its value, such as a number or a state.
---@field frame? { x: integer, y: integer, width: integer, height: integer } Its position in the view, in cells from 0, 0.
---@field action? fun(view: luahost.View) Called when the user activates it. An element without an action can only be read.

--- An action for one row, shown at the row's right on request.
---@class luahost.RowAction
---@field title string The text of its button.
---@field style? "normal"|"destructive" Its appearance; "normal" by default.
---@field handler fun() Called when the user chooses the action.

--- A column of a table or outline.
---@class luahost.TableColumn
---@field title? string|luahost.AttributedString The title above it; none by default.
---@field identifier? string Its identifier in the saved state; the title by default.
---@field width? integer|"fill" Its width in cells; "fill", the default, takes an equal share of the remaining width.
---@field minWidth? integer Its minimum width in cells.
---@field alignment? "left"|"center"|"right" The alignment of its title and cells; "left" by default.
---@field isSortable? boolean Whether the user can sort by it, with a click on the title or a key; false by default.

--- Methods of a table's data source and delegate. Sections and rows count from 1.
---@class luahost.TableViewDataSource
---@field numberOfSections? fun(self, tableView: luahost.TableView): integer Called by `reloadData`: returns the number of sections; 1 by default.
---@field numberOfRowsInSection? fun(self, tableView: luahost.TableView, section: integer): integer Called by `reloadData` for each section: returns the number of its rows. Required in a data source.
---@field cellForRow? fun(self, tableView: luahost.TableView, section: integer, row: integer): string|luahost.AttributedString|luahost.View|{ text: string|luahost.AttributedString, detail: (string|luahost.AttributedString)?, accessory: (string|luahost.AttributedString)? }|(string|luahost.AttributedString|luahost.View)[] Called when a row becomes visible: returns its contents: a string, an attributed string, a view, or a table; with `columns`, a list with one of these per cell. Required in a data source.
---@field titleForHeaderInSection? fun(self, tableView: luahost.TableView, section: integer): (string|luahost.AttributedString)|nil Called when a section becomes visible: returns its title, or nil.
---@field trailingSwipeActionsForRow? fun(self, tableView: luahost.TableView, section: integer, row: integer): luahost.RowAction[]|nil Called when the user requests the actions of a row: returns them, or nil for none. They are shown at the row's right.
---@field didSelectRow? fun(self, tableView: luahost.TableView, section: integer, row: integer) Called when the user has chosen a row, with Enter or a click.
---@field didFocusRow? fun(self, tableView: luahost.TableView, section: integer, row: integer) Called when the user has moved the focus to another row.
---@field didSort? fun(self, tableView: luahost.TableView, column: integer, ascending: boolean) Called when the user sorts by a column, and once before the first row is requested if a sort order was restored: sorts the data. Afterwards the table reloads its rows. Not called when a script sets the sort order.
---@field canEditRow? fun(self, tableView: luahost.TableView, section: integer, row: integer): boolean Called before a row is deleted or moved, and where that is offered: returns whether to allow it. By default, all rows can be edited.
---@field commitDelete? fun(self, tableView: luahost.TableView, section: integer, row: integer) Called when the user deletes a row: removes it from the data. Afterwards the table reloads its rows.
---@field moveRow? fun(self, tableView: luahost.TableView, fromSection: integer, fromRow: integer, toSection: integer, toRow: integer) Called when the user moves a row: moves it in the data, from its old position to its new one. Afterwards the table reloads its rows.
---@field modelIdentifierForElement? fun(self, tableView: luahost.TableView, section: integer, row: integer): string|number|nil Called when rows are selected, focused or saved: returns an identifier of the row's item, so that selection and scroll position follow it when the rows change, or nil.
---@field indexPathForElement? fun(self, tableView: luahost.TableView, modelIdentifier: string|number): integer|nil, integer|nil Called when rows have changed or are restored: returns the section and row of the item with this identifier, or nil if it no longer exists.

--- Methods of an outline's data source and delegate. Items are any values, distinguished by raw equality; nil is the root, which is not shown.
---@class luahost.OutlineViewDataSource
---@field numberOfChildrenOfItem? fun(self, outlineView: luahost.OutlineView, item: any): integer Called when an item expands, with nil for the root: returns the number of its children. Required in a data source.
---@field childOfItem? fun(self, outlineView: luahost.OutlineView, index: integer, item: any): any Called when a child becomes visible: returns the child of an item at an index, counted from 1. Required in a data source.
---@field isItemExpandable? fun(self, outlineView: luahost.OutlineView, item: any): boolean Called when an item becomes visible: returns whether it can be expanded. By default, items with children can.
---@field cellForItem? fun(self, outlineView: luahost.OutlineView, item: any): string|luahost.AttributedString|luahost.View|{ text: string|luahost.AttributedString, detail: (string|luahost.AttributedString)?, accessory: (string|luahost.AttributedString)? }|(string|luahost.AttributedString|luahost.View)[] Called when an item becomes visible: returns the contents of its row: a string, an attributed string, a view, or a table; with `columns`, a list with one of these per cell. Required in a data source.
---@field persistentObjectForItem? fun(self, outlineView: luahost.OutlineView, item: any): string|number|nil Called when the state is saved: returns a string or number that identifies the item in the saved state, or nil. Never called for the root.
---@field itemForPersistentObject? fun(self, outlineView: luahost.OutlineView, object: string|number): any Called when the state is restored and after `reloadData`, for items that have moved: returns the item with this identifier, or nil if it no longer exists.
---@field didSelectItem? fun(self, outlineView: luahost.OutlineView, item: any) Called when the user has chosen an item, with Enter or a click.
---@field didFocusItem? fun(self, outlineView: luahost.OutlineView, item: any) Called when the user has moved the focus to another item.
---@field shouldExpandItem? fun(self, outlineView: luahost.OutlineView, item: any): boolean Called before the user expands an item: returns whether to allow it. By default, all items can be expanded.
---@field didExpandItem? fun(self, outlineView: luahost.OutlineView, item: any) Called when the user has expanded an item; not when a script does.
---@field didCollapseItem? fun(self, outlineView: luahost.OutlineView, item: any) Called when the user has collapsed an item; not when a script does.
---@field didSort? fun(self, outlineView: luahost.OutlineView, column: integer, ascending: boolean) Called when the user sorts by a column, and once before the first item is requested if a sort order was restored: sorts the data. Afterwards the outline reloads its items. Not called when a script sets the sort order.
---@field canEditItem? fun(self, outlineView: luahost.OutlineView, item: any): boolean Called before an item is deleted, and where deletion is offered: returns whether to allow it. By default, all items can be deleted.
---@field commitDelete? fun(self, outlineView: luahost.OutlineView, item: any) Called when the user deletes an item: removes it from the data. Afterwards the outline reloads its items.
---@field trailingSwipeActionsForItem? fun(self, outlineView: luahost.OutlineView, item: any): luahost.RowAction[]|nil Called when the user requests the actions of an item: returns them, or nil for none. They are shown at the item's right.

--- Methods of a page view controller's data source, for the pages next to the current one.
---@class luahost.PageViewControllerDataSource
---@field viewControllerBefore? fun(self, pages: luahost.PageViewController, controller: luahost.ViewController): luahost.ViewController|nil Called for the page before another: returns its controller, or nil at the first page.
---@field viewControllerAfter? fun(self, pages: luahost.PageViewController, controller: luahost.ViewController): luahost.ViewController|nil Called for the page after another: returns its controller, or nil at the last page.

--- An action of an alert.
---@class luahost.AlertAction
---@field title string The text of its button.
---@field style? "default"|"cancel"|"destructive" Its appearance and position; Escape chooses the "cancel" action. Default: "default".
---@field handler? fun() Called when the action is chosen, after the alert has closed. Raises an error for an alert with a `restorationIdentifier` that is presented with `onResult`, because functions are not saved.

--- A key: one character, or a name, optionally after `ctrl+`, `alt+` or `shift+`.
---@alias luahost.KeyName "enter"|"tab"|"escape"|"space"|"backspace"|"delete"|"insert"|"up"|"down"|"left"|"right"|"home"|"end"|"pageup"|"pagedown"|"f1"|"f2"|"f3"|"f4"|"f5"|"f6"|"f7"|"f8"|"f9"|"f10"|"f11"|"f12"|"ctrl+a"|"ctrl+b"|"ctrl+c"|"ctrl+d"|"ctrl+e"|"ctrl+f"|"ctrl+g"|"ctrl+h"|"ctrl+i"|"ctrl+j"|"ctrl+k"|"ctrl+l"|"ctrl+m"|"ctrl+n"|"ctrl+o"|"ctrl+p"|"ctrl+q"|"ctrl+r"|"ctrl+s"|"ctrl+t"|"ctrl+u"|"ctrl+v"|"ctrl+w"|"ctrl+x"|"ctrl+y"|"ctrl+z"|"shift+tab"|string

--- A command, available by its key and in the command palette.
---@class luahost.KeyCommand
---@field title string Its name in the palette and the help.
---@field input? luahost.KeyName Its key: "ctrl+s", "f5", "x"; none by default.
---@field action string|fun(receiver: any) Called when the command is chosen: a function, which receives the object with the command, or the name of a method of that object.

--- The options of a message.
---@class luahost.NotifyOptions
---@field seconds? number The number of seconds that it is visible; 4 by default.
---@field style? luahost.Look The style of its line; the theme's by default.

--- A program that runs in the terminal.
---@class luahost.TerminalCommand
---@field [integer] string The program, followed by its arguments.
---@field cwd? string The working directory; the app's by default.
---@field env? table<string, string> The complete environment; the app's by default.

--- The result of a program.
---@class luahost.TerminalResult
---@field status? integer Its exit status, 0 for success; nil if a signal terminated it.
---@field signal? integer The number of the signal that terminated it; nil if it exited by itself.

--- The common superclass of windows, view controllers, views and the application. Keys are passed from one to the next.
---@class luahost.Responder : luahost.Object

--- The saved values of an object, by keys. Each object has its own keys; a class and its superclass share them. It is valid until the callback that receives it returns.
---@class luahost.Coder : luahost.Object
---@field info luahost.SaveInfo|nil The versions that wrote the save, its time, and the size of the screen; nil while a save is being written. Read-only.
local Coder = {}

--- Returns whether a value is stored under a key.
---@param key string
---@return boolean
function Coder:contains(key) end

--- Returns the value stored under a key; nil if there is none, or for a reference to an object that was not restored.
---@param key string
---@return any
function Coder:decode(key) end

--- Returns the boolean under a key; nil if there is none, or another type.
---@param key string
---@return boolean|nil
function Coder:decodeBoolean(key) end

--- Returns the integer under a key; nil if there is none, or another type.
---@param key string
---@return integer|nil
function Coder:decodeInteger(key) end

--- Returns the number under a key; nil if there is none, or another type.
---@param key string
---@return number|nil
function Coder:decodeNumber(key) end

--- Returns the string under a key; nil if there is none, or another type.
---@param key string
---@return string|nil
function Coder:decodeString(key) end

--- Returns the table under a key; nil if there is none, or another type.
---@param key string
---@return table|nil
function Coder:decodeTable(key) end

--- Stores a value under a key: booleans, numbers, strings, tables of these, data, dates, attributed strings, and controllers, views and registered objects as references. nil removes the key; other values raise an error.
---@param key string
---@param value any
function Coder:encode(key, value) end

--- Returns the keys of all stored values, sorted.
---@return string[]
function Coder:keys() end

--- Binary data, as a value that a coder can store.
---@class luahost.Data : luahost.Object
---@field bytes string The bytes, as a string. Read-only.
---@field count integer The number of bytes. Read-only.

--- A point in time, as a value that a coder can store.
---@class luahost.Date : luahost.Object
---@field timeIntervalSince1970 number Seconds since 1970-01-01 00:00 UTC. Read-only.

--- What `ui.Style { … }` takes.
---@class luahost.Style.Properties
---@field background? luahost.Color The background colour; "default" inherits it. Default: "default".
---@field bold? boolean Whether the text is bold. Default: false.
---@field dim? boolean Whether the text is dim. Default: false.
---@field foreground? luahost.Color The text colour; "default" inherits it. Default: "default".
---@field italic? boolean Whether the text is italic. Default: false.
---@field reverse? boolean Whether text and background colour are swapped. Default: false.
---@field strikethrough? boolean Whether the text is struck through. Default: false.
---@field underline? boolean Whether the text is underlined. Default: false.

--- A text style: colours and attributes. A style can be shared by several views; a table with the same properties works as well.
---@class luahost.Style : luahost.Object
---@field background luahost.Color The background colour; "default" inherits it. Default: "default".
---@field bold boolean Whether the text is bold. Default: false.
---@field dim boolean Whether the text is dim. Default: false.
---@field foreground luahost.Color The text colour; "default" inherits it. Default: "default".
---@field italic boolean Whether the text is italic. Default: false.
---@field reverse boolean Whether text and background colour are swapped. Default: false.
---@field strikethrough boolean Whether the text is struck through. Default: false.
---@field underline boolean Whether the text is underlined. Default: false.
---@field super luahost.Style The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Style.Properties): luahost.Style
local Style = {}

--- An immutable text with styles and links: `..` concatenates it with strings and others, `#` returns its number of characters, `==` compares, `tostring` returns the plain text.
---@class luahost.AttributedString : luahost.Object
---@field string string The plain text, without styles and links. Read-only.
---@operator concat(any): luahost.AttributedString
---@operator len: integer

--- A bitmap picture, to be shown in an ImageView.
---@class luahost.Image : luahost.Object
---@field height integer The height in pixels. Read-only.
---@field width integer The width in pixels. Read-only.

--- The text that was copied or cut last.
---@class luahost.Pasteboard : luahost.Object
---@field string string The text that was copied last. Setting it copies a text.

--- A scheduled function call, created by `ui.after` or `ui.every`.
---@class luahost.Timer : luahost.Object
---@field isPending boolean Whether the function will still be called. Read-only.
local Timer = {}

--- Cancels the timer: the function is not called any more. Has no effect on a timer that has finished.
function Timer:cancel() end

--- A function that runs concurrently with the app and may wait without blocking it.
---@class luahost.Task : luahost.Object
---@field isRunning boolean Whether it has not finished yet. Read-only.
local Task = {}

--- Cancels the task at its current wait: the operation that it waits for is cancelled, and its `<close>` variables are closed. A task that cancels itself stops at its next wait; cancelling a finished task has no effect.
function Task:cancel() end

--- Waits, in another task, until this task has finished, and returns its results. Raises the task's error, or "the task was cancelled".
---@return any ...
function Task:wait() end

--- What `ui.Process { … }` takes.
---@class luahost.Process.Properties
---@field [integer] string The program, followed by its arguments; no shell is involved.
---@field cwd? string|nil The working directory; nil for the app's.
---@field detached? boolean Whether it keeps running after the app has exited. Default: false.
---@field env? table<string, string>|nil The complete environment; nil for the app's.
---@field input? string|nil The complete standard input; nil leaves it open for `write`.
---@field onErrorLine? fun(process: luahost.Process, line: string)|nil Called with each line from standard error, without its newline.
---@field onExit? fun(process: luahost.Process, status: integer|nil, signal: integer|nil)|nil Called once, when it has exited and all its output has been reported: with its exit status, or nil and the number of the signal that terminated it.
---@field onLine? fun(process: luahost.Process, line: string)|nil Called with each line from standard output, without its newline.
---@field onOutput? fun(process: luahost.Process, bytes: string)|nil Called with data from standard output, in chunks as they arrive.

--- A child process, which runs while the app goes on and is terminated with it: `ui.Process { "tail", "-f", file, onLine = function(process, line) end }`. It starts when it is created.
---@class luahost.Process : luahost.Object
---@field cwd string|nil The working directory; nil for the app's.
---@field detached boolean Whether it keeps running after the app has exited. Default: false.
---@field env table<string, string>|nil The complete environment; nil for the app's.
---@field input string|nil The complete standard input; nil leaves it open for `write`.
---@field isRunning boolean Whether it is still running. Read-only.
---@field onErrorLine fun(process: luahost.Process, line: string)|nil Called with each line from standard error, without its newline.
---@field onExit fun(process: luahost.Process, status: integer|nil, signal: integer|nil)|nil Called once, when it has exited and all its output has been reported: with its exit status, or nil and the number of the signal that terminated it.
---@field onLine fun(process: luahost.Process, line: string)|nil Called with each line from standard output, without its newline.
---@field onOutput fun(process: luahost.Process, bytes: string)|nil Called with data from standard output, in chunks as they arrive.
---@field pid integer|nil Its process ID; nil before it runs. Read-only.
---@field super luahost.Process The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Process.Properties): luahost.Process
local Process = {}

--- Closes its standard input once all waiting data is written. Returns whether it was open.
---@return boolean
function Process:closeInput() end

--- Sends a signal, 9 by default, to the process and its descendants. Returns whether it was running.
---@param signal? integer
---@return boolean
function Process:kill(signal) end

--- Asks the process and its descendants to terminate, and kills them a second later. Returns whether it was running.
---@return boolean
function Process:terminate() end

--- Writes to its standard input, as fast as it reads. Returns whether its standard input is open. Raises an error if more than 16 MiB are waiting.
---@param bytes string
---@return boolean
function Process:write(bytes) end

--- A path watched by `ui.watch`.
---@class luahost.FileWatch : luahost.Object
---@field isActive boolean Whether the path is still watched. Read-only.
local FileWatch = {}

--- Stops watching: the function is not called any more.
function FileWatch:cancel() end

--- The drawing area of a view's `draw`, in cells from 0, 0. Drawing outside of it has no effect.
---@class luahost.Canvas : luahost.Object
---@field height integer The number of rows. Read-only.
---@field width integer The number of columns. Read-only.
local Canvas = {}

--- Draws a border along the inside of a rectangle, "single" by default.
---@param x integer
---@param y integer
---@param width integer
---@param height integer
---@param border? "none"|"single"|"rounded"|"double"|"heavy"
---@param style? luahost.Look
function Canvas:box(x, y, width, height, border, style) end

--- Fills a rectangle with a character, a space by default.
---@param x integer
---@param y integer
---@param width integer
---@param height integer
---@param character? string
---@param style? luahost.Look
function Canvas:fill(x, y, width, height, character, style) end

--- Draws a text in one line, starting at a cell and limited to `width`, if given. Returns the number of cells used.
---@param x integer
---@param y integer
---@param text string|luahost.AttributedString
---@param style? luahost.Look
---@param width? integer
---@return integer
function Canvas:put(x, y, text, style, width) end

--- A set of scenes, which create controllers by name. A controller from a scene is re-created from it at the next launch.
---@class luahost.Storyboard : luahost.Object
---@field name string Its name, which is part of the saved state. Read-only.
local Storyboard = {}

--- Creates the controller of the initial scene and returns it.
---@return luahost.ViewController|any
function Storyboard:instantiateInitialViewController() end

--- Creates the controller of a scene and returns it. Raises an error if there is no such scene.
---@param scene string
---@return luahost.ViewController|any
function Storyboard:instantiateViewController(scene) end

--- What `ui.View { … }` takes.
---@class luahost.View.Properties
---@field [integer] luahost.View The subviews, in order.
---@field accessibilityElements? luahost.AccessibilityElement[]|(fun(view: luahost.View): luahost.AccessibilityElement[])|nil The contents for screen readers and `--plain`, in reading order, replacing those of the view and its subviews: a list, or a function or method that returns one. For views with custom drawing.
---@field accessibilityIdentifier? string|nil An identifier for tests, and for `:tap` and `:find` at the prompt. It is not saved.
---@field accessibilityLabel? string|nil The label read by screen readers and `--plain`; nil uses the visible text.
---@field accessibilityValue? string|nil The value read by screen readers and `--plain`; nil uses the view's own value.
---@field backgroundColor? luahost.Color The background colour; "default" inherits it. Default: "default".
---@field border? "none"|"single"|"rounded"|"double"|"heavy" The border, which takes one cell at each side. Default: "none".
---@field borderTitle? string|luahost.AttributedString The text in the top line of the border; "" for none.
---@field canBecomeFirstResponder? boolean Whether Tab and clicks can focus the view. Set it for a custom view with `keyPressed`. Default: false.
---@field height? integer|nil The height in rows, including the border; nil depends on the contents and the available room.
---@field isEnabled? boolean Whether the user can interact with the view. A disabled view accepts no keys or clicks and is dimmed. Default: true.
---@field isHidden? boolean Whether the view is hidden, with its subviews; other views take its room. Default: false.
---@field maxHeight? integer|nil The maximum height in rows; nil for no limit.
---@field maxWidth? integer|nil The maximum width in columns; nil for no limit.
---@field minHeight? integer|nil The minimum height in rows, if there is room; nil for no limit.
---@field minWidth? integer|nil The minimum width in columns, if there is room; nil for no limit.
---@field padding? integer|{ top: integer?, left: integer?, bottom: integer?, right: integer? } The number of empty cells inside the border: a number for all sides, or a table with single sides. Default: 0.
---@field restorationIdentifier? string|nil The identifier in the saved state. A view with an identifier, in a controller that is saved, saves its own state (scroll offset, selection, typed text). It must be unique within the controller; nil: not saved.
---@field style? luahost.Look The style of the view and of all its subviews that set no other.
---@field textColor? luahost.Color The text colour; "default" inherits it. Default: "default".
---@field width? integer|nil The width in columns, including the border; nil depends on the contents and the available room.

--- A rectangle on the screen, which draws, handles keys and contains other views. A plain view stacks its subviews vertically; create a subclass for a view with custom drawing.
---@class luahost.View : luahost.Responder
---@field accessibilityElements luahost.AccessibilityElement[]|(fun(view: luahost.View): luahost.AccessibilityElement[])|nil The contents for screen readers and `--plain`, in reading order, replacing those of the view and its subviews: a list, or a function or method that returns one. For views with custom drawing.
---@field accessibilityIdentifier string|nil An identifier for tests, and for `:tap` and `:find` at the prompt. It is not saved.
---@field accessibilityLabel string|nil The label read by screen readers and `--plain`; nil uses the visible text.
---@field accessibilityValue string|nil The value read by screen readers and `--plain`; nil uses the view's own value.
---@field backgroundColor luahost.Color The background colour; "default" inherits it. Default: "default".
---@field border "none"|"single"|"rounded"|"double"|"heavy" The border, which takes one cell at each side. Default: "none".
---@field borderTitle string|luahost.AttributedString The text in the top line of the border; "" for none.
---@field canBecomeFirstResponder boolean Whether Tab and clicks can focus the view. Set it for a custom view with `keyPressed`. Default: false.
---@field frame { x: integer, y: integer, width: integer, height: integer } The position in the superview and the size, in cells from 0, 0. All 0 before the first layout. Read-only.
---@field height integer|nil The height in rows, including the border; nil depends on the contents and the available room.
---@field isEnabled boolean Whether the user can interact with the view. A disabled view accepts no keys or clicks and is dimmed. Default: true.
---@field isFirstResponder boolean Whether the view has keyboard focus. Read-only.
---@field isHidden boolean Whether the view is hidden, with its subviews; other views take its room. Default: false.
---@field maxHeight integer|nil The maximum height in rows; nil for no limit.
---@field maxWidth integer|nil The maximum width in columns; nil for no limit.
---@field minHeight integer|nil The minimum height in rows, if there is room; nil for no limit.
---@field minWidth integer|nil The minimum width in columns, if there is room; nil for no limit.
---@field padding integer|{ top: integer?, left: integer?, bottom: integer?, right: integer? } The number of empty cells inside the border: a number for all sides, or a table with single sides. Default: 0.
---@field restorationIdentifier string|nil The identifier in the saved state. A view with an identifier, in a controller that is saved, saves its own state (scroll offset, selection, typed text). It must be unique within the controller; nil: not saved.
---@field style luahost.Look The style of the view and of all its subviews that set no other.
---@field subviews luahost.View[] The subviews, in order. Read-only.
---@field superview luahost.View|nil The superview, or nil. Read-only.
---@field textColor luahost.Color The text colour; "default" inherits it. Default: "default".
---@field width integer|nil The width in columns, including the border; nil depends on the contents and the available room.
---@field super luahost.View The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.View.Properties): luahost.View
local View = {}

--- Adds a view as the last subview, removing it from its previous superview. Raises an error if a view would contain itself; views can be nested 500 levels deep.
---@param view luahost.View
function View:addSubview(view) end

--- Requests keyboard focus. Returns whether it was granted: false for a view that is hidden, disabled, not on the screen, or cannot be focused.
---@return boolean
function View:becomeFirstResponder() end

--- Called when the state is restored, from the root down, after `viewDidLoad` and before `viewWillAppear`. Decodes the saved values. Call `super` as well. A missing key decodes to nil.
---@param coder luahost.Coder
function View:decodeRestorableState(coder) end

--- Called when the view is drawn, before its subviews, which are drawn over it. Draws on the canvas, which has the size of the view inside border and padding, and must not change anything else.
---@param canvas luahost.Canvas
function View:draw(canvas) end

--- Called when the state is saved, parents before children; autosave calls it only if the state may have changed. Encodes the values to restore. Call `super` as well. If it raises an error, the last encoded values are kept.
---@param coder luahost.Coder
function View:encodeRestorableState(coder) end

--- Marks the state encoded by `encodeRestorableState` as changed, so that the next autosave encodes it. Required only for changes outside of the object's own properties and callbacks.
function View:invalidateRestorableState() end

--- Called with each key while the view is focused: `"ctrl+c"`, `"up"`, `"x"`. Returns true if the key was handled; otherwise it is passed to the superview, the controller and the app.
---@param key luahost.KeyName
---@return boolean|nil
function View:keyPressed(key) end

--- Called with mouse events on the view, in cells from 0, 0; `rows` is the distance of the wheel, down is positive. Returns true if the event was handled; otherwise it is passed to the superview.
---@param event { type: "press"|"drag"|"release"|"wheel", x: integer, y: integer, button: integer?, rows: integer?, clickCount: integer? }
---@return boolean|nil
function View:mouseEvent(event) end

--- Removes the view from its superview. Has no effect if there is none.
function View:removeFromSuperview() end

--- Gives up keyboard focus, if the view has it; keys then go to the controller and the app.
function View:resignFirstResponder() end

--- Redraws the view at the end of the turn. Required if `draw` depends on values that are not properties of the view.
function View:setNeedsDisplay() end

--- What `ui.VStack { … }` takes.
---@class luahost.VStack.Properties : luahost.View.Properties
---@field alignment? "fill"|"leading"|"center"|"trailing" The alignment of views across the stack: stretched, or at one side. Default: "fill".
---@field spacing? integer The number of empty cells between two views. Default: 0.

--- A vertical stack: the items from top to bottom.
---@class luahost.VStack : luahost.View
---@field alignment "fill"|"leading"|"center"|"trailing" The alignment of views across the stack: stretched, or at one side. Default: "fill".
---@field spacing integer The number of empty cells between two views. Default: 0.
---@field super luahost.VStack The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.VStack.Properties): luahost.VStack
local VStack = {}

--- What `ui.HStack { … }` takes.
---@class luahost.HStack.Properties : luahost.View.Properties
---@field alignment? "fill"|"leading"|"center"|"trailing" The alignment of views across the stack: stretched, or at one side. Default: "fill".
---@field spacing? integer The number of empty cells between two views. Default: 0.

--- A horizontal stack: the items from left to right.
---@class luahost.HStack : luahost.View
---@field alignment "fill"|"leading"|"center"|"trailing" The alignment of views across the stack: stretched, or at one side. Default: "fill".
---@field spacing integer The number of empty cells between two views. Default: 0.
---@field super luahost.HStack The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.HStack.Properties): luahost.HStack
local HStack = {}

--- What `ui.Grid { … }` takes.
---@class luahost.Grid.Properties : luahost.View.Properties
---@field columnSpacing? integer The number of empty cells between two columns. Default: 0.
---@field columns? integer|(integer|"fill")[] The number of equally wide columns, or a list with the width of each: a number of cells, or "fill" for an equal share of the remaining width. Default: 1.
---@field rowSpacing? integer The number of empty rows between two rows. Default: 0.

--- Views in rows and columns: the items, row by row from the top left.
---@class luahost.Grid : luahost.View
---@field columnSpacing integer The number of empty cells between two columns. Default: 0.
---@field columns integer|(integer|"fill")[] The number of equally wide columns, or a list with the width of each: a number of cells, or "fill" for an equal share of the remaining width. Default: 1.
---@field rowSpacing integer The number of empty rows between two rows. Default: 0.
---@field super luahost.Grid The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Grid.Properties): luahost.Grid
local Grid = {}

--- What `ui.Spacer { … }` takes.
---@class luahost.Spacer.Properties : luahost.View.Properties

--- An empty view that takes the remaining room in a stack; several share it.
---@class luahost.Spacer : luahost.View
---@field super luahost.Spacer The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Spacer.Properties): luahost.Spacer
local Spacer = {}

--- What `ui.Divider { … }` takes.
---@class luahost.Divider.Properties : luahost.View.Properties

--- A line between the views of a stack.
---@class luahost.Divider : luahost.View
---@field super luahost.Divider The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Divider.Properties): luahost.Divider
local Divider = {}

--- What `ui.ScrollView { … }` takes.
---@class luahost.ScrollView.Properties : luahost.View.Properties
---@field contentOffset? { x: integer, y: integer } The cell of the content at the top left of the view, from 0, 0.

--- A view that shows part of its content and scrolls with keys and the mouse wheel.
---@class luahost.ScrollView : luahost.View
---@field contentOffset { x: integer, y: integer } The cell of the content at the top left of the view, from 0, 0.
---@field super luahost.ScrollView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.ScrollView.Properties): luahost.ScrollView
local ScrollView = {}

--- What `ui.Label { … }` takes.
---@class luahost.Label.Properties : luahost.View.Properties
---@field [integer] string|luahost.AttributedString The value of `text`, which can be given without its name.
---@field alignment? "left"|"center"|"right" The horizontal alignment of the text. Default: "left".
---@field text? string|luahost.AttributedString The text, which may contain newlines.

--- A text that the user cannot edit; it wraps at the end of a line.
---@class luahost.Label : luahost.View
---@field alignment "left"|"center"|"right" The horizontal alignment of the text. Default: "left".
---@field text string|luahost.AttributedString The text, which may contain newlines.
---@field super luahost.Label The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Label.Properties): luahost.Label
local Label = {}

--- What `ui.TextField { … }` takes.
---@class luahost.TextField.Properties : luahost.View.Properties
---@field inputFilter? "integer"|"number"|(fun(text: string): boolean|nil)|nil The input that is accepted: "integer", "number", or a function that receives the complete resulting text and returns true to accept it; nil accepts everything. Deleting is always possible.
---@field isEditable? boolean Whether the user can change the text. Default: true.
---@field isSecure? boolean Whether the text is hidden, like a password, and never saved. Default: false.
---@field onChange? fun(view: luahost.TextField)|nil Called when the user has changed the text; not when a script does.
---@field onSubmit? fun(view: luahost.TextField)|nil Called when the user has pressed Enter in the field.
---@field placeholder? string The dimmed text that is shown while the field is empty.
---@field selectedRange? { location: integer, length: integer } The selection in characters, counted from 1; a length of 0 is the insertion point.
---@field text? string The text. Text set by a script is not saved; text typed by the user is saved and restored, unless `isSecure`. A text given at creation is only the initial text.
---@field validate? (fun(text: string, view: luahost.TextField): boolean|nil, string|nil)|nil Called with the text after every change and when `isValid` is read: returns true, or nil and a message, which appears under the field after the first change or Enter. By default, every text is valid.

--- A single line of text that the user can edit.
---@class luahost.TextField : luahost.View
---@field inputFilter "integer"|"number"|(fun(text: string): boolean|nil)|nil The input that is accepted: "integer", "number", or a function that receives the complete resulting text and returns true to accept it; nil accepts everything. Deleting is always possible.
---@field isEditable boolean Whether the user can change the text. Default: true.
---@field isSecure boolean Whether the text is hidden, like a password, and never saved. Default: false.
---@field isValid boolean Whether `validate` accepts the text; true without `validate`. Read-only.
---@field onChange fun(view: luahost.TextField)|nil Called when the user has changed the text; not when a script does.
---@field onSubmit fun(view: luahost.TextField)|nil Called when the user has pressed Enter in the field.
---@field placeholder string The dimmed text that is shown while the field is empty.
---@field selectedRange { location: integer, length: integer } The selection in characters, counted from 1; a length of 0 is the insertion point.
---@field text string The text. Text set by a script is not saved; text typed by the user is saved and restored, unless `isSecure`. A text given at creation is only the initial text.
---@field validate (fun(text: string, view: luahost.TextField): boolean|nil, string|nil)|nil Called with the text after every change and when `isValid` is read: returns true, or nil and a message, which appears under the field after the first change or Enter. By default, every text is valid.
---@field super luahost.TextField The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.TextField.Properties): luahost.TextField
local TextField = {}

--- What `ui.SearchBar { … }` takes.
---@class luahost.SearchBar.Properties : luahost.TextField.Properties

--- A search field: `onChange` is called for each change, and Escape clears the field.
---@class luahost.SearchBar : luahost.TextField
---@field super luahost.SearchBar The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.SearchBar.Properties): luahost.SearchBar
local SearchBar = {}

--- What `ui.TextView { … }` takes.
---@class luahost.TextView.Properties : luahost.View.Properties
---@field followsEnd? boolean Whether a pager scrolls to appended text. Initially true for a pager; becomes false when the user scrolls up, and true again at the end. It is saved. Default: false.
---@field isEditable? boolean Whether the user can change the text. Default: true.
---@field maximumLines? integer|nil The number of last lines that `append` keeps, from 1; nil keeps all.
---@field onChange? fun(view: luahost.TextView)|nil Called when the user has changed the text; not when a script does.
---@field placeholder? string The dimmed text that is shown while the field is empty.
---@field selectedRange? { location: integer, length: integer } The selection in characters, counted from 1; a length of 0 is the insertion point.
---@field text? string|luahost.AttributedString The text, with lines separated by newlines. Text typed by the user is restored as in a TextField. The text of a pager keeps its styles and links, and is not saved.

--- Several lines of text that the user can edit; with `isEditable = false` a pager, whose text can be scrolled, searched and appended to.
---@class luahost.TextView : luahost.View
---@field followsEnd boolean Whether a pager scrolls to appended text. Initially true for a pager; becomes false when the user scrolls up, and true again at the end. It is saved. Default: false.
---@field isEditable boolean Whether the user can change the text. Default: true.
---@field maximumLines integer|nil The number of last lines that `append` keeps, from 1; nil keeps all.
---@field onChange fun(view: luahost.TextView)|nil Called when the user has changed the text; not when a script does.
---@field placeholder string The dimmed text that is shown while the field is empty.
---@field selectedRange { location: integer, length: integer } The selection in characters, counted from 1; a length of 0 is the insertion point.
---@field text string|luahost.AttributedString The text, with lines separated by newlines. Text typed by the user is restored as in a TextField. The text of a pager keeps its styles and links, and is not saved.
---@field super luahost.TextView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.TextView.Properties): luahost.TextView
local TextView = {}

--- Appends a text, newlines included, in constant time.
---@param text string|luahost.AttributedString
function TextView:append(text) end

--- What `ui.Button { … }` takes.
---@class luahost.Button.Properties : luahost.View.Properties
---@field [integer] string|luahost.AttributedString The value of `title`, which can be given without its name.
---@field action? fun(button: luahost.Button)|nil Called with the button when the user presses it.
---@field isDestructive? boolean Whether the action is destructive, such as deleting, which also changes the button's style. Default: false.
---@field title? string|luahost.AttributedString The text of the button; tests can tap it by this text.

--- A button, which calls its action when the user presses it with a click, Enter or Space.
---@class luahost.Button : luahost.View
---@field action fun(button: luahost.Button)|nil Called with the button when the user presses it.
---@field isDestructive boolean Whether the action is destructive, such as deleting, which also changes the button's style. Default: false.
---@field title string|luahost.AttributedString The text of the button; tests can tap it by this text.
---@field super luahost.Button The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Button.Properties): luahost.Button
local Button = {}

--- What `ui.BarButtonItem { … }` takes.
---@class luahost.BarButtonItem.Properties : luahost.Button.Properties

--- A button in a bar; `title` and `action` work as in Button.
---@class luahost.BarButtonItem : luahost.Button
---@field super luahost.BarButtonItem The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.BarButtonItem.Properties): luahost.BarButtonItem
local BarButtonItem = {}

--- What `ui.Toolbar { … }` takes.
---@class luahost.Toolbar.Properties : luahost.View.Properties
---@field [integer] luahost.BarButtonItem The buttons, from left to right.
---@field items? luahost.BarButtonItem[] The buttons, from left to right.

--- A row of buttons, for example at the bottom of a screen.
---@class luahost.Toolbar : luahost.View
---@field items luahost.BarButtonItem[] The buttons, from left to right.
---@field super luahost.Toolbar The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Toolbar.Properties): luahost.Toolbar
local Toolbar = {}

--- The items that the bar of a navigation controller shows for one screen, beside its title.
---@class luahost.NavigationItem : luahost.Object
---@field rightBarButtonItem luahost.BarButtonItem|nil The outermost button on the right, or nil. Setting it replaces all buttons on the right.
---@field rightBarButtonItems luahost.BarButtonItem[] The buttons on the right; the first one is outermost.

--- What `ui.Switch { … }` takes.
---@class luahost.Switch.Properties : luahost.View.Properties
---@field isOn? boolean Whether it is on. Setting it does not call `onChange`. Default: false.
---@field onChange? fun(view: luahost.Switch)|nil Called when the user has toggled the switch; not when a script sets `isOn`.

--- A switch, which is on or off. With an identifier, its value is saved.
---@class luahost.Switch : luahost.View
---@field isOn boolean Whether it is on. Setting it does not call `onChange`. Default: false.
---@field onChange fun(view: luahost.Switch)|nil Called when the user has toggled the switch; not when a script sets `isOn`.
---@field super luahost.Switch The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Switch.Properties): luahost.Switch
local Switch = {}

--- What `ui.Checkbox { … }` takes.
---@class luahost.Checkbox.Properties : luahost.Switch.Properties
---@field [integer] string|luahost.AttributedString The value of `title`, which can be given without its name.
---@field title? string|luahost.AttributedString The text beside the box; tests can tap it by this text.

--- A box that is checked or empty, with a title beside it.
---@class luahost.Checkbox : luahost.Switch
---@field title string|luahost.AttributedString The text beside the box; tests can tap it by this text.
---@field super luahost.Checkbox The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Checkbox.Properties): luahost.Checkbox
local Checkbox = {}

--- What `ui.Slider { … }` takes.
---@class luahost.Slider.Properties : luahost.View.Properties
---@field maximumValue? number The greatest value. Default: 1.0.
---@field minimumValue? number The smallest value. Default: 0.0.
---@field onChange? fun(view: luahost.Slider)|nil Called when the user has changed the value; not when a script does.
---@field value? number The number, limited to the bounds. Setting it does not call `onChange`. Default: 0.0.

--- A number between two bounds, selected on a line with arrow keys or the mouse.
---@class luahost.Slider : luahost.View
---@field maximumValue number The greatest value. Default: 1.0.
---@field minimumValue number The smallest value. Default: 0.0.
---@field onChange fun(view: luahost.Slider)|nil Called when the user has changed the value; not when a script does.
---@field value number The number, limited to the bounds. Setting it does not call `onChange`. Default: 0.0.
---@field super luahost.Slider The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Slider.Properties): luahost.Slider
local Slider = {}

--- What `ui.Stepper { … }` takes.
---@class luahost.Stepper.Properties : luahost.View.Properties
---@field maximumValue? number The greatest value. Default: 100.0.
---@field minimumValue? number The smallest value. Default: 0.0.
---@field onChange? fun(view: luahost.Stepper)|nil Called when the user has changed the value; not when a script does.
---@field stepValue? number The amount of one step. Default: 1.0.
---@field value? number The number, limited to the bounds. Setting it does not call `onChange`. Default: 0.0.

--- A number that changes in steps, with two buttons or arrow keys.
---@class luahost.Stepper : luahost.View
---@field maximumValue number The greatest value. Default: 100.0.
---@field minimumValue number The smallest value. Default: 0.0.
---@field onChange fun(view: luahost.Stepper)|nil Called when the user has changed the value; not when a script does.
---@field stepValue number The amount of one step. Default: 1.0.
---@field value number The number, limited to the bounds. Setting it does not call `onChange`. Default: 0.0.
---@field super luahost.Stepper The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Stepper.Properties): luahost.Stepper
local Stepper = {}

--- What `ui.SegmentedControl { … }` takes.
---@class luahost.SegmentedControl.Properties : luahost.View.Properties
---@field onChange? fun(view: luahost.SegmentedControl)|nil Called when the user has selected another choice; not when a script does.
---@field segments? string[] The choices, from left to right.
---@field selectedSegmentIndex? integer|nil The index of the selected choice, counted from 1, or nil. Setting it does not call `onChange`.

--- A row of choices, one of which is selected.
---@class luahost.SegmentedControl : luahost.View
---@field onChange fun(view: luahost.SegmentedControl)|nil Called when the user has selected another choice; not when a script does.
---@field segments string[] The choices, from left to right.
---@field selectedSegmentIndex integer|nil The index of the selected choice, counted from 1, or nil. Setting it does not call `onChange`.
---@field super luahost.SegmentedControl The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.SegmentedControl.Properties): luahost.SegmentedControl
local SegmentedControl = {}

--- What `ui.PopUpButton { … }` takes.
---@class luahost.PopUpButton.Properties : luahost.View.Properties
---@field items? string[] The choices, in order. Setting them keeps the selected index if it is still valid.
---@field onChange? fun(view: luahost.PopUpButton)|nil Called when the user has selected another choice; not when a script does.
---@field selectedIndex? integer|nil The index of the selected choice, counted from 1, or nil. Setting it does not call `onChange`.

--- A button that shows one of several choices and opens a menu with the others.
---@class luahost.PopUpButton : luahost.View
---@field items string[] The choices, in order. Setting them keeps the selected index if it is still valid.
---@field onChange fun(view: luahost.PopUpButton)|nil Called when the user has selected another choice; not when a script does.
---@field selectedIndex integer|nil The index of the selected choice, counted from 1, or nil. Setting it does not call `onChange`.
---@field super luahost.PopUpButton The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.PopUpButton.Properties): luahost.PopUpButton
local PopUpButton = {}

--- What `ui.RadioGroup { … }` takes.
---@class luahost.RadioGroup.Properties : luahost.View.Properties
---@field items? string[] The choices, in order. Setting them keeps the selected index if it is still valid.
---@field onChange? fun(view: luahost.RadioGroup)|nil Called when the user has selected another choice; not when a script does.
---@field selectedIndex? integer|nil The index of the selected choice, counted from 1, or nil. Setting it does not call `onChange`.

--- A vertical list of choices, one of which is selected.
---@class luahost.RadioGroup : luahost.View
---@field items string[] The choices, in order. Setting them keeps the selected index if it is still valid.
---@field onChange fun(view: luahost.RadioGroup)|nil Called when the user has selected another choice; not when a script does.
---@field selectedIndex integer|nil The index of the selected choice, counted from 1, or nil. Setting it does not call `onChange`.
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
---@field components? string[][] The rows of each column, for a picker with several columns.
---@field onChange? fun(view: luahost.PickerView)|nil Called when the user has selected another row; not when a script does.
---@field rows? string[] The rows of a picker with one column, or of the first column.
---@field selectedRow? integer|nil The index of the selected row of the first column, counted from 1; nil if it has no rows.
---@field selectedRows? integer[] The index of the selected row of each column, counted from 1; 0 for none.

--- A list of many choices, or several lists side by side.
---@class luahost.PickerView : luahost.View
---@field components string[][] The rows of each column, for a picker with several columns.
---@field onChange fun(view: luahost.PickerView)|nil Called when the user has selected another row; not when a script does.
---@field rows string[] The rows of a picker with one column, or of the first column.
---@field selectedRow integer|nil The index of the selected row of the first column, counted from 1; nil if it has no rows.
---@field selectedRows integer[] The index of the selected row of each column, counted from 1; 0 for none.
---@field super luahost.PickerView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.PickerView.Properties): luahost.PickerView
local PickerView = {}

--- What `ui.DatePicker { … }` takes.
---@class luahost.DatePicker.Properties : luahost.View.Properties
---@field date? luahost.Date The selected point in time; initially the current time.
---@field datePickerMode? "date"|"time"|"dateAndTime" Whether the user selects a date, a time or both. Default: "date".
---@field maximumDate? luahost.Date|nil The latest selectable time; nil for no limit.
---@field minimumDate? luahost.Date|nil The earliest selectable time; nil for no limit.
---@field onChange? fun(view: luahost.DatePicker)|nil Called when the user has selected another time; not when a script does.
---@field preferredDatePickerStyle? "compact"|"inline" Whether it is one line, "compact", or a calendar, "inline". Default: "compact".

--- A control for a date, a time or both, in the local time zone.
---@class luahost.DatePicker : luahost.View
---@field date luahost.Date The selected point in time; initially the current time.
---@field datePickerMode "date"|"time"|"dateAndTime" Whether the user selects a date, a time or both. Default: "date".
---@field maximumDate luahost.Date|nil The latest selectable time; nil for no limit.
---@field minimumDate luahost.Date|nil The earliest selectable time; nil for no limit.
---@field onChange fun(view: luahost.DatePicker)|nil Called when the user has selected another time; not when a script does.
---@field preferredDatePickerStyle "compact"|"inline" Whether it is one line, "compact", or a calendar, "inline". Default: "compact".
---@field super luahost.DatePicker The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.DatePicker.Properties): luahost.DatePicker
local DatePicker = {}

--- What `ui.ImageView { … }` takes.
---@class luahost.ImageView.Properties : luahost.View.Properties
---@field contentMode? "scaleAspectFit"|"scaleAspectFill"|"scaleToFill" How the picture fills the view: fitted, cropped or stretched. Default: "scaleAspectFit".
---@field image? luahost.Image|string|nil The picture: an image, or the path of a PNG file relative to the script; nil for none.
---@field pixels? "half"|"quadrant" The block characters to use: two pixels per cell, or four with fewer colours. Default: "half".

--- A picture, drawn with coloured block characters.
---@class luahost.ImageView : luahost.View
---@field contentMode "scaleAspectFit"|"scaleAspectFill"|"scaleToFill" How the picture fills the view: fitted, cropped or stretched. Default: "scaleAspectFit".
---@field image luahost.Image|string|nil The picture: an image, or the path of a PNG file relative to the script; nil for none.
---@field pixels "half"|"quadrant" The block characters to use: two pixels per cell, or four with fewer colours. Default: "half".
---@field super luahost.ImageView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.ImageView.Properties): luahost.ImageView
local ImageView = {}

--- What `ui.ProgressView { … }` takes.
---@class luahost.ProgressView.Properties : luahost.View.Properties
---@field isIndeterminate? boolean Whether the bar moves back and forth, because the progress is unknown. Default: false.
---@field progress? number The progress from 0 to 1; other values are clamped. Default: 0.0.

--- A bar that shows progress.
---@class luahost.ProgressView : luahost.View
---@field isIndeterminate boolean Whether the bar moves back and forth, because the progress is unknown. Default: false.
---@field progress number The progress from 0 to 1; other values are clamped. Default: 0.0.
---@field super luahost.ProgressView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.ProgressView.Properties): luahost.ProgressView
local ProgressView = {}

--- What `ui.ActivityIndicator { … }` takes.
---@class luahost.ActivityIndicator.Properties : luahost.View.Properties
---@field isAnimating? boolean Whether it is animating; it is hidden while it is not. Default: false.

--- An animated indicator of ongoing activity.
---@class luahost.ActivityIndicator : luahost.View
---@field isAnimating boolean Whether it is animating; it is hidden while it is not. Default: false.
---@field super luahost.ActivityIndicator The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.ActivityIndicator.Properties): luahost.ActivityIndicator
local ActivityIndicator = {}

--- What `ui.Gauge { … }` takes.
---@class luahost.Gauge.Properties : luahost.View.Properties
---@field criticalValue? number|nil The value from which the bar is critical, with `!!` and another colour; nil for none.
---@field maximumValue? number The number at which the bar is full. Default: 1.0.
---@field minimumValue? number The number at which the bar is empty. Default: 0.0.
---@field title? string The text before the bar.
---@field value? number The number that it shows. Default: 0.0.
---@field valueText? string|nil The text after the bar; nil shows the percentage.
---@field warningValue? number|nil The value from which the bar shows a warning, with a `!` and another colour; nil for none.

--- A number between two bounds, shown as a partly filled bar.
---@class luahost.Gauge : luahost.View
---@field criticalValue number|nil The value from which the bar is critical, with `!!` and another colour; nil for none.
---@field maximumValue number The number at which the bar is full. Default: 1.0.
---@field minimumValue number The number at which the bar is empty. Default: 0.0.
---@field title string The text before the bar.
---@field value number The number that it shows. Default: 0.0.
---@field valueText string|nil The text after the bar; nil shows the percentage.
---@field warningValue number|nil The value from which the bar shows a warning, with a `!` and another colour; nil for none.
---@field super luahost.Gauge The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Gauge.Properties): luahost.Gauge
local Gauge = {}

--- What `ui.Sparkline { … }` takes.
---@class luahost.Sparkline.Properties : luahost.View.Properties
---@field maximumCount? integer|nil The maximum number of values; the oldest are removed. nil keeps all.
---@field maximumValue? number|nil The number of the highest bar; nil uses the greatest visible value.
---@field minimumValue? number|nil The number of the lowest bar; nil uses the smallest visible value.
---@field values? number[] The numbers, oldest first; NaN leaves a gap.

--- The history of a number as a line of small bars, with the newest at the right.
---@class luahost.Sparkline : luahost.View
---@field maximumCount integer|nil The maximum number of values; the oldest are removed. nil keeps all.
---@field maximumValue number|nil The number of the highest bar; nil uses the greatest visible value.
---@field minimumValue number|nil The number of the lowest bar; nil uses the smallest visible value.
---@field values number[] The numbers, oldest first; NaN leaves a gap.
---@field super luahost.Sparkline The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Sparkline.Properties): luahost.Sparkline
local Sparkline = {}

--- Appends a number at the right and shifts the others.
---@param value number
function Sparkline:append(value) end

--- What `ui.BarChart { … }` takes.
---@class luahost.BarChart.Properties : luahost.View.Properties
---@field axis? "horizontal"|"vertical" The direction of the bars: "horizontal" from the left, "vertical" upwards. Default: "horizontal".
---@field bars? (number|{ label: string?, value: number })[] The bars in order, each `{ label =, value = }` or a number.
---@field maximumValue? number|nil The number of a full bar; nil uses the greatest.

--- A bar chart.
---@class luahost.BarChart : luahost.View
---@field axis "horizontal"|"vertical" The direction of the bars: "horizontal" from the left, "vertical" upwards. Default: "horizontal".
---@field bars (number|{ label: string?, value: number })[] The bars in order, each `{ label =, value = }` or a number.
---@field maximumValue number|nil The number of a full bar; nil uses the greatest.
---@field super luahost.BarChart The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.BarChart.Properties): luahost.BarChart
local BarChart = {}

--- What `ui.TableView { … }` takes.
---@class luahost.TableView.Properties : luahost.View.Properties
---@field allowsMultipleSelection? boolean Whether more than one row can be selected at a time. Default: false.
---@field columns? luahost.TableColumn[] The columns with their titles; each row has one cell per column. An empty list for rows without columns.
---@field contentOffset? { x: integer, y: integer } The first visible line, `y`, and the first visible cell of the columns, `x`, both from 0.
---@field dataSource? luahost.TableViewDataSource|table|nil The object that provides the rows, often the controller.
---@field delegate? luahost.TableViewDataSource|table|nil The object that is notified of the user's actions on rows, often the controller.
---@field focusedIndexPath? { section: integer, row: integer }|nil The focused row, counted from 1, or nil. Setting it scrolls to the row and calls no delegate method.
---@field isEditing? boolean Whether the user can delete and move rows, as far as the data source allows. Default: false.
---@field onChange? fun(view: luahost.TableView)|nil Called when the user has changed the selection; not when a script does.
---@field placeholder? string The text in the middle while there are no rows.
---@field rows? (string|luahost.AttributedString)[] A fixed list of rows, for a table without a data source.
---@field sortAscending? boolean Whether rows are sorted in ascending order. Setting it does not call `didSort`. Default: true.
---@field sortColumn? integer|nil The index of the column that rows are sorted by, counted from 1, or nil. Setting it does not call `didSort`, which reports the user's sorting.

--- A table of rows in sections, which are requested when they become visible; or a fixed list of `rows`.
---@class luahost.TableView : luahost.View
---@field allowsMultipleSelection boolean Whether more than one row can be selected at a time. Default: false.
---@field columns luahost.TableColumn[] The columns with their titles; each row has one cell per column. An empty list for rows without columns.
---@field contentOffset { x: integer, y: integer } The first visible line, `y`, and the first visible cell of the columns, `x`, both from 0.
---@field dataSource luahost.TableViewDataSource|table|nil The object that provides the rows, often the controller.
---@field delegate luahost.TableViewDataSource|table|nil The object that is notified of the user's actions on rows, often the controller.
---@field focusedIndexPath { section: integer, row: integer }|nil The focused row, counted from 1, or nil. Setting it scrolls to the row and calls no delegate method.
---@field indexPathsForSelectedRows { section: integer, row: integer }[] The selected rows in order, counted from 1. Read-only.
---@field isEditing boolean Whether the user can delete and move rows, as far as the data source allows. Default: false.
---@field onChange fun(view: luahost.TableView)|nil Called when the user has changed the selection; not when a script does.
---@field placeholder string The text in the middle while there are no rows.
---@field rows (string|luahost.AttributedString)[] A fixed list of rows, for a table without a data source.
---@field sortAscending boolean Whether rows are sorted in ascending order. Setting it does not call `didSort`. Default: true.
---@field sortColumn integer|nil The index of the column that rows are sorted by, counted from 1, or nil. Setting it does not call `didSort`, which reports the user's sorting.
---@field super luahost.TableView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.TableView.Properties): luahost.TableView
local TableView = {}

--- Deselects a row, counted from 1; all rows by default. Calls no delegate method.
---@param section? integer
---@param row? integer
function TableView:deselectRow(section, row) end

--- Reloads the rows from the data source. Selection, focus and scroll position follow the items if they have identifiers; otherwise they keep their positions.
function TableView:reloadData() end

--- Scrolls as little as possible to show a row, counted from 1.
---@param section integer
---@param row integer
function TableView:scrollToRow(section, row) end

--- Selects a row, counted from 1. Without `allowsMultipleSelection`, deselects the others. Calls no delegate method.
---@param section integer
---@param row integer
function TableView:selectRow(section, row) end

--- What `ui.OutlineView { … }` takes.
---@class luahost.OutlineView.Properties : luahost.View.Properties
---@field columns? luahost.TableColumn[] The columns with their titles; each row has one cell per column. An empty list for rows without columns.
---@field contentOffset? { x: integer, y: integer } The first visible line, `y`, and the first visible cell of the columns, `x`, both from 0.
---@field dataSource? luahost.OutlineViewDataSource|table|nil The object that provides the items, often the controller.
---@field delegate? luahost.OutlineViewDataSource|table|nil The object that is notified of the user's actions on items, often the controller.
---@field focusedItem? any The focused item, or nil. Setting it expands the item's ancestors, scrolls to the item and calls no delegate method.
---@field isEditing? boolean Whether the user can delete and move rows, as far as the data source allows. Default: false.
---@field onChange? fun(view: luahost.OutlineView)|nil Called when the user has changed the selection; not when a script does.
---@field placeholder? string The text in the middle while there are no rows.
---@field selectedItem? any The selected item, or nil. Setting it expands the item's ancestors and calls no delegate method.
---@field sortAscending? boolean Whether rows are sorted in ascending order. Setting it does not call `didSort`. Default: true.
---@field sortColumn? integer|nil The index of the column that rows are sorted by, counted from 1, or nil. Setting it does not call `didSort`, which reports the user's sorting.

--- Items in rows, which expand to show their children: a tree.
---@class luahost.OutlineView : luahost.View
---@field columns luahost.TableColumn[] The columns with their titles; each row has one cell per column. An empty list for rows without columns.
---@field contentOffset { x: integer, y: integer } The first visible line, `y`, and the first visible cell of the columns, `x`, both from 0.
---@field dataSource luahost.OutlineViewDataSource|table|nil The object that provides the items, often the controller.
---@field delegate luahost.OutlineViewDataSource|table|nil The object that is notified of the user's actions on items, often the controller.
---@field focusedItem any The focused item, or nil. Setting it expands the item's ancestors, scrolls to the item and calls no delegate method.
---@field isEditing boolean Whether the user can delete and move rows, as far as the data source allows. Default: false.
---@field onChange fun(view: luahost.OutlineView)|nil Called when the user has changed the selection; not when a script does.
---@field placeholder string The text in the middle while there are no rows.
---@field selectedItem any The selected item, or nil. Setting it expands the item's ancestors and calls no delegate method.
---@field sortAscending boolean Whether rows are sorted in ascending order. Setting it does not call `didSort`. Default: true.
---@field sortColumn integer|nil The index of the column that rows are sorted by, counted from 1, or nil. Setting it does not call `didSort`, which reports the user's sorting.
---@field super luahost.OutlineView The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.OutlineView.Properties): luahost.OutlineView
local OutlineView = {}

--- Collapses an item; with `{ children = true }` also all its descendants. Calls no delegate method.
---@param item any
---@param options { children: boolean? }?
function OutlineView:collapseItem(item, options) end

--- Expands an item, or the root if nil; with `{ children = true }` also all its descendants. Calls no delegate method.
---@param item any
---@param options { children: boolean? }?
function OutlineView:expandItem(item, options) end

--- Returns whether an item is expanded.
---@param item any
---@return boolean
function OutlineView:isItemExpanded(item) end

--- Returns the parent of an item; nil at the top level.
---@param item any
---@return any
function OutlineView:parentForItem(item) end

--- Reloads the rows from the data source. Selection, focus and scroll position follow the items if they have identifiers; otherwise they keep their positions.
function OutlineView:reloadData() end

--- Reloads an item; with `{ children = true }` also all its descendants.
---@param item any
---@param options { children: boolean? }?
function OutlineView:reloadItem(item, options) end

--- What `ui.ViewController { … }` takes.
---@class luahost.ViewController.Properties
---@field keyCommands? luahost.KeyCommand[] The commands available here, each with a title in the command palette (Ctrl-P) and an optional key. Setting the property replaces the whole list.
---@field restorationClass? luahost.ViewController|nil The class whose `viewControllerWithRestorationIdentifierPath` re-creates the controller at the next launch; nil uses the app's method of that name, an existing controller, or the storyboard.
---@field restorationIdentifier? string|nil The identifier in the saved state, unique among siblings. The controller is saved if it and all its ancestors have one; nil: the controller and its descendants are not saved.
---@field title? string|luahost.AttributedString|nil The title in navigation bars and tabs, or nil. For a tab, set it at creation or in `init`: the view is loaded only when the tab is selected.
---@field toolbarItems? luahost.BarButtonItem[] The buttons that a navigation controller shows at the bottom while this is its top screen.
---@field view? luahost.View The view of the controller. Reading it first loads the view, with `loadView` and `viewDidLoad`.

--- A screen, or a container of screens. Create a subclass for each screen of the app.
---@class luahost.ViewController : luahost.Responder
---@field children luahost.ViewController[] The child controllers, in order. Read-only.
---@field isViewLoaded boolean Whether the view has been loaded; reading this does not load it. Read-only.
---@field keyCommands luahost.KeyCommand[] The commands available here, each with a title in the command palette (Ctrl-P) and an optional key. Setting the property replaces the whole list.
---@field navigationController luahost.NavigationController|nil The nearest navigation controller among the ancestors, or nil. Read-only.
---@field navigationItem luahost.NavigationItem The items that the bar of a navigation controller shows beside the title. Read-only.
---@field parent luahost.ViewController|any The controller that contains this one; nil for a root, and during `viewDidLoad` in a restoration. Read-only.
---@field presentedViewController luahost.ViewController|any The controller that this one presents, or nil. Read-only.
---@field presentingViewController luahost.ViewController|any The controller that presents this one or one of its ancestors, or nil. Read-only.
---@field restorationClass luahost.ViewController|nil The class whose `viewControllerWithRestorationIdentifierPath` re-creates the controller at the next launch; nil uses the app's method of that name, an existing controller, or the storyboard.
---@field restorationIdentifier string|nil The identifier in the saved state, unique among siblings. The controller is saved if it and all its ancestors have one; nil: the controller and its descendants are not saved.
---@field splitViewController luahost.SplitViewController|nil The nearest split view controller among the ancestors, or nil. Read-only.
---@field storyboard luahost.Storyboard|nil The storyboard that created the controller, or nil. Read-only.
---@field tabBarController luahost.TabBarController|nil The nearest tab bar controller among the ancestors, or nil. Read-only.
---@field title string|luahost.AttributedString|nil The title in navigation bars and tabs, or nil. For a tab, set it at creation or in `init`: the view is loaded only when the tab is selected.
---@field toolbarItems luahost.BarButtonItem[] The buttons that a navigation controller shows at the bottom while this is its top screen.
---@field view luahost.View The view of the controller. Reading it first loads the view, with `loadView` and `viewDidLoad`.
---@field super luahost.ViewController The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.ViewController.Properties): luahost.ViewController
local ViewController = {}

--- Adds a child controller, which is saved and restored below this one; add its view to yours as well. Raises an error if a controller would contain itself; controllers can be nested 200 levels deep.
---@param child luahost.ViewController
function ViewController:addChild(child) end

--- Called on each restored controller, from the root down, when all of them have been decoded and are in place; before `didFinishLaunching`.
function ViewController:applicationFinishedRestoringState() end

--- Called when the state is restored, from the root down, after `viewDidLoad` and before `viewWillAppear`. Decodes the saved values. Call `super` as well. A missing key decodes to nil.
---@param coder luahost.Coder
function ViewController:decodeRestorableState(coder) end

--- Dismisses the controller that this one presents; if there is none, the presented controller that is or contains this one. The presenter's `onResult` method receives the result. Has no effect if none is presented.
---@param result? any
function ViewController:dismiss(result) end

--- Called when the state is saved, parents before children; autosave calls it only if the state may have changed. Encodes the values to restore. Call `super` as well. If it raises an error, the last encoded values are kept.
---@param coder luahost.Coder
function ViewController:encodeRestorableState(coder) end

--- Marks the state encoded by `encodeRestorableState` as changed, so that the next autosave encodes it. Required only for changes outside of the object's own properties and callbacks.
function ViewController:invalidateRestorableState() end

--- Called with each key that none of its views handles: `"ctrl+c"`, `"up"`, `"x"`. Returns true if the key was handled; otherwise it is passed to the parent and the app.
---@param key luahost.KeyName
---@return boolean|nil
function ViewController:keyPressed(key) end

--- Called once, when the view is first needed: creates the views and sets `self.view`. By default, the view is empty.
function ViewController:loadView() end

--- Loads the view if necessary, as reading `view` does.
function ViewController:loadViewIfNeeded() end

--- Presents a controller over this one until it is dismissed. Raises an error if another one is presented. `onResult` is the name of a method of this controller that receives the result of `dismiss`, even if both were restored in between.
---@param controller luahost.ViewController
---@param options? { onResult: string }
function ViewController:present(controller, options) end

--- Removes the controller from its parent. Has no effect if there is none.
function ViewController:removeFromParent() end

--- Starts a task of this screen and returns it, as `ui.task` does; the controller is its argument. The task is cancelled at the end of a turn in which the controller has left every window's tree, but not while it is covered or in an unselected tab.
---@generic T
---@param self T
---@param body fun(controller: T)
---@return luahost.Task
function ViewController:task(body) end

--- Called when the screen has become visible, after `viewWillAppear`.
---@param animated boolean
function ViewController:viewDidAppear(animated) end

--- Called when the screen is no longer visible, after `viewWillDisappear`.
---@param animated boolean
function ViewController:viewDidDisappear(animated) end

--- Called once, when the view has been loaded, before `decodeRestorableState` in a restoration. During a restoration `parent`, `navigationController` and similar properties are still nil.
function ViewController:viewDidLoad() end

--- Called before the screen becomes visible, initially and each time that it is uncovered. Not called for a restored screen that is covered.
---@param animated boolean
function ViewController:viewWillAppear(animated) end

--- Called before the screen is covered, removed or left for another tab.
---@param animated boolean
function ViewController:viewWillDisappear(animated) end

--- Called on a restoration class (`self` is the class) at a launch, parents before children, for each saved controller with this class: returns that controller, re-created, or nil to omit it and its descendants. `path` contains the identifiers from the root, and `coder` the controller's saved values.
---@param path string[]
---@param coder luahost.Coder
---@return luahost.ViewController|nil
function ViewController:viewControllerWithRestorationIdentifierPath(path, coder) end

--- What `ui.NavigationController { … }` takes.
---@class luahost.NavigationController.Properties : luahost.ViewController.Properties
---@field [integer] luahost.ViewController The screens of the stack, root first.
---@field isNavigationBarHidden? boolean Whether the bar with the title is hidden. Default: false.
---@field viewControllers? luahost.ViewController[] The screens of the stack, root first; setting it replaces all of them.

--- A stack of screens, of which the top one is visible, under a bar with its title. Escape goes back. Items are pushed onto the stack.
---@class luahost.NavigationController : luahost.ViewController
---@field isNavigationBarHidden boolean Whether the bar with the title is hidden. Default: false.
---@field topViewController luahost.ViewController|any The top screen of the stack; nil if the stack is empty. Read-only.
---@field viewControllers luahost.ViewController[] The screens of the stack, root first; setting it replaces all of them.
---@field visibleViewController luahost.ViewController|any The visible screen: the one presented over the top screen, or the top screen itself. Read-only.
---@field super luahost.NavigationController The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.NavigationController.Properties): luahost.NavigationController
local NavigationController = {}

--- Pops the top screen and returns it; returns nil, without effect, if only the root is left.
---@return luahost.ViewController|nil
function NavigationController:pop() end

--- Pops all screens above this one and returns them. Raises an error if it is not on the stack.
---@param controller luahost.ViewController
---@return luahost.ViewController[]
function NavigationController:popTo(controller) end

--- Pops all screens except the root and returns them.
---@return luahost.ViewController[]
function NavigationController:popToRoot() end

--- Pushes a screen onto the stack and shows it.
---@param controller luahost.ViewController
function NavigationController:push(controller) end

--- What `ui.TabBarController { … }` takes.
---@class luahost.TabBarController.Properties : luahost.ViewController.Properties
---@field [integer] luahost.ViewController The screens in the order of their tabs.
---@field selectedIndex? integer|nil The index of the selected tab, counted from 1; nil if there are none.
---@field selectedViewController? luahost.ViewController|any The screen of the selected tab.
---@field viewControllers? luahost.ViewController[] The screens in the order of their tabs, which show their titles.

--- Several screens with a tab for each; the screen of the selected tab is visible.
---@class luahost.TabBarController : luahost.ViewController
---@field selectedIndex integer|nil The index of the selected tab, counted from 1; nil if there are none.
---@field selectedViewController luahost.ViewController|any The screen of the selected tab.
---@field viewControllers luahost.ViewController[] The screens in the order of their tabs, which show their titles.
---@field super luahost.TabBarController The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.TabBarController.Properties): luahost.TabBarController
local TabBarController = {}

--- What `ui.SplitViewController { … }` takes.
---@class luahost.SplitViewController.Properties : luahost.ViewController.Properties
---@field [integer] luahost.ViewController The screens of both sides, the primary one first.
---@field dividerPosition? integer|nil The number of columns of the primary side; nil chooses automatically. It is saved, including changes by the user.
---@field shownColumn? "primary"|"secondary" The side that is visible if there is room for only one. Default: "primary".
---@field viewControllers? luahost.ViewController[] The screens of both sides, the primary one first.

--- Two screens side by side if there is room for both, otherwise one of them.
---@class luahost.SplitViewController : luahost.ViewController
---@field dividerPosition integer|nil The number of columns of the primary side; nil chooses automatically. It is saved, including changes by the user.
---@field isCollapsed boolean Whether there is room for only one side. Read-only.
---@field shownColumn "primary"|"secondary" The side that is visible if there is room for only one. Default: "primary".
---@field viewControllers luahost.ViewController[] The screens of both sides, the primary one first.
---@field super luahost.SplitViewController The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.SplitViewController.Properties): luahost.SplitViewController
local SplitViewController = {}

--- Shows a side if there is room for only one.
---@param column "primary"|"secondary"
function SplitViewController:show(column) end

--- What `ui.PageViewController { … }` takes.
---@class luahost.PageViewController.Properties : luahost.ViewController.Properties
---@field [integer] luahost.ViewController The pages, in order.
---@field currentIndex? integer|nil The index of the visible page, counted from 1; nil if there are none.
---@field dataSource? luahost.PageViewControllerDataSource|table|nil The object that provides the pages before and after a page, for pages that are created on demand.
---@field viewControllers? luahost.ViewController[] The pages, in order.

--- Screens that are turned like pages, one at a time, with Page Up and Page Down.
---@class luahost.PageViewController : luahost.ViewController
---@field currentIndex integer|nil The index of the visible page, counted from 1; nil if there are none.
---@field currentViewController luahost.ViewController|any The screen of the visible page; nil if there is none. Read-only.
---@field dataSource luahost.PageViewControllerDataSource|table|nil The object that provides the pages before and after a page, for pages that are created on demand.
---@field viewControllers luahost.ViewController[] The pages, in order.
---@field super luahost.PageViewController The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.PageViewController.Properties): luahost.PageViewController
local PageViewController = {}

--- Turns to the previous page. Returns whether there was one.
---@return boolean
function PageViewController:goBack() end

--- Turns to the next page. Returns whether there was one.
---@return boolean
function PageViewController:goForward() end

--- What `ui.AlertController { … }` takes.
---@class luahost.AlertController.Properties : luahost.ViewController.Properties
---@field actions? luahost.AlertAction[] The actions in order; each closes the alert. Reading the property returns their titles.
---@field message? string|luahost.AttributedString|nil The text below the title, or nil.
---@field preferredStyle? "alert"|"actionSheet" Whether it is an alert in the middle or a list at the bottom. Default: "alert".

--- An alert with a title, a message and actions, presented over a view controller. It is not saved, unless it has a `restorationIdentifier` and is presented with `onResult`: then it is restored, and the `onResult` method receives `{ action = index, texts = { ... } }`.
---@class luahost.AlertController : luahost.ViewController
---@field actions luahost.AlertAction[] The actions in order; each closes the alert. Reading the property returns their titles.
---@field message string|luahost.AttributedString|nil The text below the title, or nil.
---@field preferredStyle "alert"|"actionSheet" Whether it is an alert in the middle or a list at the bottom. Default: "alert".
---@field textFields luahost.TextField[] The text fields in order. Read-only.
---@field super luahost.AlertController The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.AlertController.Properties): luahost.AlertController
local AlertController = {}

--- Adds an action after the existing ones.
---@param action luahost.AlertAction
function AlertController:addAction(action) end

--- Adds a text field below the message.
---@param field luahost.TextField
function AlertController:addTextField(field) end

--- What `ui.Window { … }` takes.
---@class luahost.Window.Properties
---@field rootViewController? luahost.ViewController|any The root of the tree of controllers; nil before it is set or restored.

--- A window, which shows a tree of view controllers on the whole screen.
---@class luahost.Window : luahost.Responder
---@field isKeyWindow boolean Whether the window has keyboard focus. Read-only.
---@field rootViewController luahost.ViewController|any The root of the tree of controllers; nil before it is set or restored.
---@field super luahost.Window The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Window.Properties): luahost.Window
local Window = {}

--- Shows the window in front of the others and gives it keyboard focus. Call it at the end of `didFinishLaunching`.
function Window:makeKeyAndVisible() end

--- What `ui.Application { … }` takes.
---@class luahost.Application.Properties
---@field autosave? boolean Whether changes are saved automatically, within 250 ms. If false, the state is saved only in the background and at an orderly exit. Default: true.
---@field help? string|nil The help text that a bundled app prints for `--help`.
---@field identifier? string The identifier under which the app's state is saved: letters, digits, '-', '_' and '.', as in "org.example.app". Must be set first, and only once.
---@field keyCommands? luahost.KeyCommand[] The commands available here, each with a title in the command palette (Ctrl-P) and an optional key. Setting the property replaces the whole list.
---@field showsKeyHints? boolean Whether the last line of screens with 10 or more rows shows hints for the current keys. Default: true.
---@field storyboard? luahost.Storyboard|nil The storyboard whose initial scene becomes the root of a new window if the script creates none.
---@field theme? "terminal"|"dark"|"light"|"monochrome"|table The theme of all controls: a theme's name, or a table that overrides the styles of single roles: `{ base = "dark", accent = { foreground = "green" } }`. Default: "terminal".
---@field version? string The version of the app, stored in each save as `coder.info.appVersion`, and printed by a bundled app for `--version`.
---@field window? luahost.Window|nil The window that shows the app; set it in `willFinishLaunching`.

--- The application, which is its own delegate. A script creates one, adds callbacks, and returns it.
---@class luahost.Application : luahost.Responder
---@field autosave boolean Whether changes are saved automatically, within 250 ms. If false, the state is saved only in the background and at an orderly exit. Default: true.
---@field filesDirectory string|nil The path of a folder for the app's own files, specific to this app and session, beside the saved state; nil in the sandbox. It is created at the first access, which raises an error if that fails, and is never pruned. Read-only.
---@field help string|nil The help text that a bundled app prints for `--help`.
---@field identifier string The identifier under which the app's state is saved: letters, digits, '-', '_' and '.', as in "org.example.app". Must be set first, and only once.
---@field keyCommands luahost.KeyCommand[] The commands available here, each with a title in the command palette (Ctrl-P) and an optional key. Setting the property replaces the whole list.
---@field keyWindow luahost.Window|nil The visible window with keyboard focus; nil before a window is visible. Read-only.
---@field pasteboard luahost.Pasteboard The text that was copied or cut last, including by the user. Read-only.
---@field shared luahost.Application The application, for screens in their own files: `ui.Application.shared`. Raises an error before the script has created it. Read-only.
---@field showsKeyHints boolean Whether the last line of screens with 10 or more rows shows hints for the current keys. Default: true.
---@field storyboard luahost.Storyboard|nil The storyboard whose initial scene becomes the root of a new window if the script creates none.
---@field theme "terminal"|"dark"|"light"|"monochrome"|table The theme of all controls: a theme's name, or a table that overrides the styles of single roles: `{ base = "dark", accent = { foreground = "green" } }`. Default: "terminal".
---@field version string The version of the app, stored in each save as `coder.info.appVersion`, and printed by a bundled app for `--version`.
---@field window luahost.Window|nil The window that shows the app; set it in `willFinishLaunching`.
---@field windows luahost.Window[] All windows of the app. Read-only.
---@field super luahost.Application The class that a class made from it comes from, to call its methods: `Own.super.name(self)`.
---@overload fun(properties?: luahost.Application.Properties): luahost.Application
local Application = {}

--- Ends the extension that `extendStateRestoration` began: the restored screen replaces the picture.
function Application:completeStateRestoration() end

--- Postpones the end of restoration until the matching `completeStateRestoration`, for state that must be fetched first, by at most 10 seconds. Until then the screen is a picture of the last save; keys and pasted text are queued for the restored screen, and the mouse has no effect.
function Application:extendStateRestoration() end

--- Prevents the next launch from starting with the picture of the screen of the next save. Call it while the state is saved, or before.
function Application:ignoreSnapshotOnNextApplicationLaunch() end

--- Marks the state of the application's own methods as changed, so that the next autosave encodes it.
function Application:invalidateRestorableState() end

--- Shows a one-line message over the screen, which disappears after `options.seconds`, 4 by default. At most three messages are visible. The time is paused while an alert or a sheet is open.
---@param text string
---@param options luahost.NotifyOptions|nil
function Application:notify(text, options) end

--- Registers an object that is not a view or controller for restoration: its `encodeRestorableState(coder)` and `decodeRestorableState(coder)` are called after those of the tree. Raises an error if the identifier is already registered.
---@param object table|luahost.Responder
---@param identifier string
function Application:registerObjectForStateRestoration(object, identifier) end

--- Marks the state of all objects as changed: the next autosave encodes every object.
function Application:restorableStateChanged() end

--- Runs another program, such as an editor or a pager, in the terminal and returns its result: `app:runInTerminal { "vi", file }`. Meanwhile timers and tasks are paused, and no time limit applies.
---@param command luahost.TerminalCommand
---@return luahost.TerminalResult
function Application:runInTerminal(command) end

--- Restores the terminal while a function runs, and returns the function's results. Meanwhile timers and tasks are paused, and no time limit applies.
---@param body fun(): any ...
---@return any ...
function Application:suspend(body) end

--- Called when the app becomes usable: at the end of a launch, and on return from the background.
function Application:didBecomeActive() end

--- Called when all controllers and views have been decoded: decodes the application's own values.
---@param coder luahost.Coder
function Application:didDecodeRestorableState(coder) end

--- Called when the app is no longer visible, before it is saved: on Ctrl-Z, and when it exits.
function Application:didEnterBackground() end

--- Called last at every launch, after the state, if any, has been restored: creates the root controller if the window has none, and shows the window.
---@param options table|nil
function Application:didFinishLaunching(options) end

--- Called when scripts have used nearly all of their memory: releases everything that can be re-created.
function Application:didReceiveMemoryWarning() end

--- Called at a launch with a saved state, after `willFinishLaunching`: returns whether to restore it. Only `true` means yes; without this method, nothing is restored. `coder.info` contains the version and the time of the save.
---@param coder luahost.Coder
---@return boolean
function Application:shouldRestoreApplicationState(coder) end

--- Called at each save, before any object is encoded: returns whether to save the state. Only `true` means yes; without this method, nothing is saved. Values encoded here belong to the application.
---@param coder luahost.Coder
---@return boolean
function Application:shouldSaveApplicationState(coder) end

--- Called at a launch for each saved controller without a restoration class, parents before children: returns that controller, re-created or existing; nil to use an existing one with the same path, or the storyboard's. `path` contains the identifiers from the root, and `coder` the controller's saved values.
---@param path string[]
---@param coder luahost.Coder
---@return luahost.ViewController|nil
function Application:viewControllerWithRestorationIdentifierPath(path, coder) end

--- Called at each save, after `shouldSaveApplicationState` and before any controller is encoded: encodes the application's own values.
---@param coder luahost.Coder
function Application:willEncodeRestorableState(coder) end

--- Called before the app becomes visible again, on return from the background.
function Application:willEnterForeground() end

--- Called first at every launch, before anything is restored: creates the window and everything that restoration requires. `options` are those of the launch, or nil.
---@param options table|nil
function Application:willFinishLaunching(options) end

--- Called before the app becomes unusable: when it goes to the background, and when it exits.
function Application:willResignActive() end

--- Called last before an orderly exit, after the state has been saved. Not called when the app is killed.
function Application:willTerminate() end

---@class luahost
---@field version string The version of luahost.
---@field stateRestorationViewControllerStoryboardKey string The key under which the coder of a restoration method contains the storyboard of a controller.
---@field json luahost.JSON JSON: `ui.json.decode(text)` and `ui.json.encode(value)`.
---@field Style luahost.Style A text style: colours and attributes. A style can be shared by several views; a table with the same properties works as well.
---@field Process luahost.Process A child process, which runs while the app goes on and is terminated with it: `ui.Process { "tail", "-f", file, onLine = function(process, line) end }`. It starts when it is created.
---@field View luahost.View A rectangle on the screen, which draws, handles keys and contains other views. A plain view stacks its subviews vertically; create a subclass for a view with custom drawing.
---@field VStack luahost.VStack A vertical stack: the items from top to bottom.
---@field HStack luahost.HStack A horizontal stack: the items from left to right.
---@field Grid luahost.Grid Views in rows and columns: the items, row by row from the top left.
---@field Spacer luahost.Spacer An empty view that takes the remaining room in a stack; several share it.
---@field Divider luahost.Divider A line between the views of a stack.
---@field ScrollView luahost.ScrollView A view that shows part of its content and scrolls with keys and the mouse wheel.
---@field Label luahost.Label A text that the user cannot edit; it wraps at the end of a line.
---@field TextField luahost.TextField A single line of text that the user can edit.
---@field SearchBar luahost.SearchBar A search field: `onChange` is called for each change, and Escape clears the field.
---@field TextView luahost.TextView Several lines of text that the user can edit; with `isEditable = false` a pager, whose text can be scrolled, searched and appended to.
---@field Button luahost.Button A button, which calls its action when the user presses it with a click, Enter or Space.
---@field BarButtonItem luahost.BarButtonItem A button in a bar; `title` and `action` work as in Button.
---@field Toolbar luahost.Toolbar A row of buttons, for example at the bottom of a screen.
---@field Switch luahost.Switch A switch, which is on or off. With an identifier, its value is saved.
---@field Checkbox luahost.Checkbox A box that is checked or empty, with a title beside it.
---@field Slider luahost.Slider A number between two bounds, selected on a line with arrow keys or the mouse.
---@field Stepper luahost.Stepper A number that changes in steps, with two buttons or arrow keys.
---@field SegmentedControl luahost.SegmentedControl A row of choices, one of which is selected.
---@field PopUpButton luahost.PopUpButton A button that shows one of several choices and opens a menu with the others.
---@field RadioGroup luahost.RadioGroup A vertical list of choices, one of which is selected.
---@field ToggleGroup luahost.ToggleGroup Any number of several choices, one below the other.
---@field PickerView luahost.PickerView A list of many choices, or several lists side by side.
---@field DatePicker luahost.DatePicker A control for a date, a time or both, in the local time zone.
---@field ImageView luahost.ImageView A picture, drawn with coloured block characters.
---@field ProgressView luahost.ProgressView A bar that shows progress.
---@field ActivityIndicator luahost.ActivityIndicator An animated indicator of ongoing activity.
---@field Gauge luahost.Gauge A number between two bounds, shown as a partly filled bar.
---@field Sparkline luahost.Sparkline The history of a number as a line of small bars, with the newest at the right.
---@field BarChart luahost.BarChart A bar chart.
---@field TableView luahost.TableView A table of rows in sections, which are requested when they become visible; or a fixed list of `rows`.
---@field OutlineView luahost.OutlineView Items in rows, which expand to show their children: a tree.
---@field ViewController luahost.ViewController A screen, or a container of screens. Create a subclass for each screen of the app.
---@field NavigationController luahost.NavigationController A stack of screens, of which the top one is visible, under a bar with its title. Escape goes back. Items are pushed onto the stack.
---@field TabBarController luahost.TabBarController Several screens with a tab for each; the screen of the selected tab is visible.
---@field SplitViewController luahost.SplitViewController Two screens side by side if there is room for both, otherwise one of them.
---@field PageViewController luahost.PageViewController Screens that are turned like pages, one at a time, with Page Up and Page Down.
---@field AlertController luahost.AlertController An alert with a title, a message and actions, presented over a view controller. It is not saved, unless it has a `restorationIdentifier` and is presented with `onResult`: then it is restored, and the `onResult` method receives `{ action = index, texts = { ... } }`.
---@field Window luahost.Window A window, which shows a tree of view controllers on the whole screen.
---@field Application luahost.Application The application, which is its own delegate. A script creates one, adds callbacks, and returns it.
local ui = {}

--- Calls a function once, after a number of seconds, and returns the timer.
---@param seconds number
---@param action fun()
---@return luahost.Timer
function ui.after(seconds, action) end

--- Calls a function repeatedly, at intervals of a number of seconds, until the returned timer is cancelled.
---@param seconds number
---@param action fun()
---@return luahost.Timer
function ui.every(seconds, action) end

--- Starts a task and returns it: a function that may wait, with `ui.sleep`, `ui.run`, `ui.fetch`, `ui.await` and `task:wait`, while the app goes on. It starts at the end of the turn.
---@param body fun()
---@return luahost.Task
function ui.task(body) end

--- Waits, in a task, for a number of seconds.
---@param seconds number
function ui.sleep(seconds) end

--- Calls `start` immediately and waits, in a task, until its argument `resume` is called; returns the arguments of that call.
---@param start fun(resume: fun(...: any))
---@return any ...
function ui.await(start) end

--- Runs a program and waits, in a task, until it exits; returns its result and output: `ui.run { "git", "log" }`. Raises an error if it cannot be started; a program that fails returns its status.
---@param command luahost.Command
---@return luahost.CommandResult
function ui.run(command) end

--- Sends an HTTP or HTTPS request and waits, in a task, for the response. Raises an error if there is none.
---@param url string
---@param options? luahost.FetchOptions
---@return luahost.FetchResult
function ui.fetch(url, options) end

--- Calls a function with the path of a changed file, or of a changed entry of a folder; changes within 50 ms are combined. With `{ recursive = true }` also watches all folders below, without following links. A path that does not exist yet is reported when it appears. Watching continues when the path or its folder is removed and created again.
---@param path string
---@param options { recursive?: boolean } | fun(path: string)
---@param onChange? fun(path: string)
---@return luahost.FileWatch
function ui.watch(path, options, onChange) end

--- Returns the contents of one of the app's files, by its path relative to the script's folder, also in a bundle; nil and the reason if it cannot be read.
---@param name string
---@return string|nil, string|nil
function ui.resource(name) end

--- Creates data from the bytes of a string. Two data with the same bytes are `==`, but are different keys of a table; use `data.bytes` as a key.
---@param bytes string
---@return luahost.Data
function ui.Data(bytes) end

--- Creates a point in time from seconds since 1970; the current time by default. `==`, `<` and `<=` compare times, and `tostring` returns ISO 8601 in UTC. Equal dates are different keys of a table; use `date.timeIntervalSince1970` as a key.
---@param secondsSince1970? number
---@return luahost.Date
function ui.Date(secondsSince1970) end

--- Creates a text with styles and links: `ui.AttributedString { "plain ", { "bold", style = { bold = true } }, { "link", action = function(view) end } }`. It can be shown wherever a string can, except in editable texts.
---@param parts luahost.TextPart
---@return luahost.AttributedString
function ui.AttributedString(parts) end

--- Returns the width of a text in cells when it is shown in one line: wide characters count two, combining marks none.
---@param text string|luahost.AttributedString
---@return integer
function ui.textWidth(text) end

--- Returns the text if it fits into this many cells, else its beginning, ending with `…`.
---@param text string|luahost.AttributedString
---@param width integer
---@return string|luahost.AttributedString
function ui.truncate(text, width) end

--- Renders a Markdown document as a text: CommonMark with tables, task lists and strikethrough.
---@param text string
---@param options? luahost.MarkdownOptions
---@return luahost.AttributedString
function ui.markdown(text, options) end

--- Loads a picture from the path of a PNG file, relative to the script, or from its bytes as data. Raises an error if it is not a PNG.
---@param source string|luahost.Data
---@return luahost.Image
function ui.Image(source) end

--- Creates a storyboard from scenes by name. A scene contains the properties of its controller, with `class` (or its name), `children` or `viewControllers` (names of scenes) and `view` (a function of the controller).
---@param name string
---@param definition { initial: string?, scenes: table<string, table> }
---@return luahost.Storyboard
function ui.Storyboard(name, definition) end

return ui
