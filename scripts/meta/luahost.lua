---@meta luahost
-- What lua-language-server has to know of `require "luahost"`, to complete and check screens in any editor.
-- Made from the definitions in Sources/LuaScreens by scripts/annotations.

---@class luahost.Class A class: call it with a table of properties to make an instance.
---@field name string What the archive records.
---@field super luahost.Class|nil The class that it comes from.
---@field subclass fun(self, name: string): luahost.Class Makes a class that comes from it.

---@class luahost.Object What every object has.
---@field class luahost.Class The class that it is an instance of. Read-only.
---@field isKindOf fun(self, class: luahost.Class): boolean Whether its class is another one, or comes from it.

---@class luahost.Command A program, its arguments, and what else it gets.
---@field [integer] string The program, and its arguments.
---@field cwd? string The folder that it runs in.
---@field env? table<string, string> All of its environment; the app's, if left out.
---@field input? string Its standard input; empty, if left out.
---@field onLine? fun(line: string) Called with each line that it writes, without its newline.
---@field timeout? number After how many seconds it is ended.

---@class luahost.CommandResult How a command ended.
---@field status? integer What it returned; nil if a signal ended it.
---@field signal? integer The signal that ended it.
---@field output string What it wrote; empty with `onLine`.
---@field errors string What it wrote to standard error.
---@field timedOut? true Whether its time was over.

---@class luahost.FetchOptions What is asked of a server, and how.
---@field method? string "GET", if left out; "POST" with a body.
---@field headers? table<string, string> Headers beside those that every request has.
---@field body? string What is sent.
---@field file? string The file that the answer is kept in; it is there when it is whole.
---@field resume? boolean Whether a file that was cut goes on where it ended; true, if left out.
---@field timeout? number How many seconds all of it may take.
---@field onProgress? fun(received: integer, total: integer|nil) Called as the answer comes, in bytes.

---@class luahost.FetchResult What a server has answered.
---@field status integer 200 and the like; 404 and 500 are answers, too.
---@field headers table<string, string> By lower-case names.
---@field body string The answer; empty with `file`.

---@class luahost.SaveInfo What is known of a save.
---@field appVersion string The app's version that wrote it.
---@field hostVersion string The version of the host that wrote it.
---@field savedAt number Seconds since 1970.
---@field screenSize { width: integer, height: integer } The screen's size in cells; also as a list.

---@alias luahost.Color string A name ("red", "brightBlue", "gray"), "#rrggbb", "0" to "255", or "default".

---@alias luahost.Role "text"|"secondary"|"placeholder"|"accent"|"focused"|"selected"|"field"|"header"|"bar"|"barTitle"|"border"|"focusedBorder"|"disabled"|"destructive" What a theme gives a look to.

---@alias luahost.Look luahost.Style|luahost.Role|table A style, the name of a theme's role, or a table of a style's properties.

---@alias luahost.TextPart string|number|luahost.AttributedString|{ [integer]: luahost.TextPart, style: luahost.Look?, action: fun(view: luahost.View)? } A part of a styled text: letters, or a list of parts that have a look, or an action, in common.

---@class luahost.MarkdownOptions How a document is made into a text.
---@field onLink? fun(view: luahost.View, address: string) What choosing a link does. Without it addresses stand behind what is written on their links.
---@field width? integer How many cells a table may take, 76 if nothing is said; what is longer wraps in its columns.

---@class luahost.AccessibilityElement Something that a view shows, in words.
---@field role? "text"|"header"|"button"|"link"|"switch"|"checkbox"|"slider"|"stepper"|"choice"|"date"|"progress"|"text field"|"password field"|"text area"|"search field"|"table"|"row"|"tab"|"image"|"gauge"|"chart"|"alert" What it is; a text, or a button if it has an action.
---@field label string What it is called.
---@field value? string What it shows beside that.
---@field frame? { x: integer, y: integer, width: integer, height: integer } Where it is in the view.
---@field action? fun(view: luahost.View) What using it does; what has none is only read.

---@class luahost.RowAction Something that can be done with one row.
---@field title string What it is called.
---@field style? "normal"|"destructive" How it looks.
---@field handler fun() Does it.

---@class luahost.TableColumn A column of rows.
---@field title? string|luahost.AttributedString What stands above it.
---@field identifier? string What it is called in the saved state; its title, if left out.
---@field width? integer|"fill" Its cells, or what the others leave, shared among all that are so.
---@field minWidth? integer The least it gets.
---@field alignment? "left"|"center"|"right" Where its title and its cells stand.
---@field isSortable? boolean Whether the person can sort by it.

---@class luahost.TableViewDataSource What a table asks its data source and its delegate; sections and rows count from 1.
---@field numberOfSections? fun(self, tableView: luahost.TableView): integer How many sections there are; 1, if it is not there.
---@field numberOfRowsInSection fun(self, tableView: luahost.TableView, section: integer): integer How many rows a section has.
---@field cellForRow fun(self, tableView: luahost.TableView, section: integer, row: integer): string|luahost.AttributedString|luahost.View|{ text: string|luahost.AttributedString, detail: (string|luahost.AttributedString)?, accessory: (string|luahost.AttributedString)? }|(string|luahost.AttributedString|luahost.View)[] What a row shows; with columns a list, a cell each.
---@field titleForHeaderInSection? fun(self, tableView: luahost.TableView, section: integer): (string|luahost.AttributedString)|nil What stands over a section; nil for nothing.
---@field trailingSwipeActionsForRow? fun(self, tableView: luahost.TableView, section: integer, row: integer): luahost.RowAction[]|nil What else can be done with a row.
---@field didSelectRow? fun(self, tableView: luahost.TableView, section: integer, row: integer) Called when the person has chosen a row.
---@field didFocusRow? fun(self, tableView: luahost.TableView, section: integer, row: integer) Called when the person has let keys act on another row.
---@field didSort? fun(self, tableView: luahost.TableView, column: integer, ascending: boolean) Called when the person sorts by a column, and before the first row is asked for where they had.
---@field canEditRow? fun(self, tableView: luahost.TableView, section: integer, row: integer): boolean Whether a row can be deleted and moved; true, if it is not there.
---@field commitDelete? fun(self, tableView: luahost.TableView, section: integer, row: integer) Called when the person deletes a row: takes it out of the data.
---@field moveRow? fun(self, tableView: luahost.TableView, fromSection: integer, fromRow: integer, toSection: integer, toRow: integer) Called when the person moves a row: moves it in the data.
---@field modelIdentifierForElement? fun(self, tableView: luahost.TableView, section: integer, row: integer): string|number|nil What a row's item is called, so that selection and place follow it when the rows change.
---@field indexPathForElement? fun(self, tableView: luahost.TableView, modelIdentifier: string|number): integer|nil, integer|nil Section and row of an item by that name; nil if it is gone.

---@class luahost.OutlineViewDataSource What an outline asks its data source and its delegate. Items are any values; nil is the root, which is not shown.
---@field numberOfChildrenOfItem fun(self, outlineView: luahost.OutlineView, item: any): integer How many children an item has. Asked when it opens.
---@field childOfItem fun(self, outlineView: luahost.OutlineView, index: integer, item: any): any A child of an item, counted from 1. Asked when it is seen.
---@field isItemExpandable? fun(self, outlineView: luahost.OutlineView, item: any): boolean Whether it can be opened; if it has children, if it is not there.
---@field cellForItem fun(self, outlineView: luahost.OutlineView, item: any): string|luahost.AttributedString|luahost.View|{ text: string|luahost.AttributedString, detail: (string|luahost.AttributedString)?, accessory: (string|luahost.AttributedString)? }|(string|luahost.AttributedString|luahost.View)[] What its row shows; with columns a list, a cell each.
---@field persistentObjectForItem? fun(self, outlineView: luahost.OutlineView, item: any): string|number|nil What names it in the saved state.
---@field itemForPersistentObject? fun(self, outlineView: luahost.OutlineView, object: string|number): any The item of such a name; nil if it is gone.
---@field didSelectItem? fun(self, outlineView: luahost.OutlineView, item: any) Called when the person has chosen it.
---@field didFocusItem? fun(self, outlineView: luahost.OutlineView, item: any) Called when the person has let keys act on it.
---@field shouldExpandItem? fun(self, outlineView: luahost.OutlineView, item: any): boolean Whether the person may open it; true, if it is not there.
---@field didExpandItem? fun(self, outlineView: luahost.OutlineView, item: any) Called when the person has opened it.
---@field didCollapseItem? fun(self, outlineView: luahost.OutlineView, item: any) Called when the person has closed it.
---@field didSort? fun(self, outlineView: luahost.OutlineView, column: integer, ascending: boolean) Called when the person sorts by a column, and before the first item is asked for where they had.
---@field canEditItem? fun(self, outlineView: luahost.OutlineView, item: any): boolean Whether it can be deleted; true, if it is not there.
---@field commitDelete? fun(self, outlineView: luahost.OutlineView, item: any) Called when the person deletes it: takes it out of the data.
---@field trailingSwipeActionsForItem? fun(self, outlineView: luahost.OutlineView, item: any): luahost.RowAction[]|nil What else can be done with it.

---@class luahost.PageViewControllerDataSource What a page view controller asks for the pages beside the current one.
---@field viewControllerBefore? fun(self, pages: luahost.PageViewController, controller: luahost.ViewController): luahost.ViewController|nil The page before one; nil if that is the first.
---@field viewControllerAfter? fun(self, pages: luahost.PageViewController, controller: luahost.ViewController): luahost.ViewController|nil The page after one; nil if that is the last.

---@class luahost.AlertAction A choice of an alert.
---@field title string What it says.
---@field style? "default"|"cancel"|"destructive" How it looks, and where it stands.
---@field handler? fun() Runs when it was chosen, after the alert is gone.

---@class luahost.KeyCommand A named action, in the command palette and by its key.
---@field title string What it is called.
---@field input? string Its key: "ctrl+s", "f5", "x".
---@field action string|fun(receiver: luahost.ViewController|luahost.Application) A function, or the name of a method.

---@class luahost.NotifyOptions How a message is shown.
---@field seconds? number How long it stands; 4 at first.
---@field style? luahost.Look Its look.

---@class luahost.TerminalCommand A program that gets the terminal.
---@field [integer] string The program, and its arguments.
---@field cwd? string The folder that it runs in.
---@field env? table<string, string> All of its environment; the app's, if left out.

---@class luahost.TerminalResult How a program ended.
---@field status? integer What it returned; nil if a signal ended it.
---@field signal? integer The signal that ended it.

---@class luahost.Responder : luahost.Object What windows, view controllers and views share.
local Responder = {}

---@class luahost.Coder : luahost.Object The keyed coder of one object. Each object has its own key space.
---@field info luahost.SaveInfo|nil What is known of the save that is read; nil while one is written. Read-only.
local Coder = {}

--- Whether a value was kept under a key.
---@param key string
---@return boolean
function Coder:contains(key) end

--- The value that was kept under a key; nil if none was.
---@param key string
---@return any
function Coder:decode(key) end

--- The boolean under a key; nil if there is something else.
---@param key string
---@return boolean|nil
function Coder:decodeBoolean(key) end

--- The integer under a key; nil if there is something else.
---@param key string
---@return integer|nil
function Coder:decodeInteger(key) end

--- The number under a key; nil if there is something else.
---@param key string
---@return number|nil
function Coder:decodeNumber(key) end

--- The string under a key; nil if there is something else.
---@param key string
---@return string|nil
function Coder:decodeString(key) end

--- The table under a key; nil if there is something else.
---@param key string
---@return table|nil
function Coder:decodeTable(key) end

--- Keeps a value under a key; nil takes the key away.
---@param key string
---@param value any
function Coder:encode(key, value) end

--- The keys under which values were kept.
---@return string[]
function Coder:keys() end

---@class luahost.Data : luahost.Object Bytes that are no text.
---@field bytes string The bytes, as a string. Read-only.
---@field count integer How many bytes there are. Read-only.
local Data = {}

---@class luahost.Date : luahost.Object A point in time.
---@field timeIntervalSince1970 number Seconds since 1970-01-01 00:00 UTC. Read-only.
local Date = {}

---@class luahost.Style : luahost.Object Colours and what is done to the letters.
---@field background luahost.Color The colour behind the letters. Default: "default".
---@field bold boolean Whether letters are bold. Default: false.
---@field dim boolean Whether letters are faint. Default: false.
---@field foreground luahost.Color The colour of the letters. Default: "default".
---@field italic boolean Whether letters are slanted. Default: false.
---@field reverse boolean Whether foreground and background are exchanged. Default: false.
---@field strikethrough boolean Whether letters are struck out. Default: false.
---@field underline boolean Whether letters are underlined. Default: false.
local Style = {}

---@class luahost.AttributedString : luahost.Object A text with looks and links, as a value: `..` joins it with strings and others, `#` counts its characters, `==` compares, `tostring` is its letters.
---@field string string Its letters, without looks and links. Read-only.
local AttributedString = {}

---@class luahost.Image : luahost.Object Pixels.
---@field height integer Rows of pixels. Read-only.
---@field width integer Columns of pixels. Read-only.
local Image = {}

---@class luahost.Pasteboard : luahost.Object What was copied.
---@field string string The text.
local Pasteboard = {}

---@class luahost.Timer : luahost.Object What is to happen later.
---@field isPending boolean Whether it is still to happen. Read-only.
local Timer = {}

--- Lets it not happen any more.
function Timer:cancel() end

---@class luahost.Task : luahost.Object A function that waits without stopping the app.
---@field isRunning boolean Whether it has not ended yet. Read-only.
local Task = {}

--- Ends it where it waits: what it waits for is ended, and its `<close>` variables are closed. A task that cancels itself ends when it waits next; one that has ended stays as it is.
function Task:cancel() end

--- In another task: waits until it has ended, and returns what it returned, or raises what it raised, or "the task was cancelled".
---@return any ...
function Task:wait() end

---@class luahost.Process : luahost.Object Another program, which runs on its own: ui.Process { "tail", "-f", file, onLine = function(process, line) end }. It ends with the app.
---@field cwd string|nil The folder that it runs in; nil for the app's.
---@field detached boolean Whether it goes on when the app has ended. Default: false.
---@field env table<string, string>|nil All of its environment; nil for the app's.
---@field input string|nil All of its standard input; nil leaves it open for `write`.
---@field isRunning boolean Whether it has not ended. Read-only.
---@field onErrorLine fun(process: luahost.Process, line: string)|nil Called with each line that it writes to standard error.
---@field onExit fun(process: luahost.Process, status: integer|nil, signal: integer|nil)|nil Called once, when it has ended and all that it wrote was told: with its status, or the signal that ended it.
---@field onLine fun(process: luahost.Process, line: string)|nil Called with each line that it writes, without its newline.
---@field onOutput fun(process: luahost.Process, bytes: string)|nil Called with what it writes, as it comes.
---@field pid integer|nil Its number in the system. Read-only.
local Process = {}

--- Ends its standard input when all is written. Returns whether it was open.
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

---@class luahost.FileWatch : luahost.Object A path that is watched.
---@field isActive boolean Whether it is watched. Read-only.
local FileWatch = {}

--- Watches it no more.
function FileWatch:cancel() end

---@class luahost.Canvas : luahost.Object What a view draws on, in cells; the first is 0, 0.
---@field height integer Rows. Read-only.
---@field width integer Columns. Read-only.
local Canvas = {}

--- Draws a line around a rectangle, inside of it.
---@param x integer
---@param y integer
---@param width integer
---@param height integer
---@param border? "none"|"single"|"rounded"|"double"|"heavy"
---@param style? luahost.Look
function Canvas:box(x, y, width, height, border, style) end

--- Fills a rectangle with a character; a space, if none is said.
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

---@class luahost.Storyboard : luahost.Object Scenes that are made by name.
---@field name string What it is called. Read-only.
local Storyboard = {}

--- Makes the controller of the first scene.
---@return luahost.ViewController
function Storyboard:instantiateInitialViewController() end

--- Makes the controller of a scene.
---@param scene string
---@return luahost.ViewController
function Storyboard:instantiateViewController(scene) end

---@class luahost.View : luahost.Responder A rectangle on the screen. A plain one shows its subviews one below the other.
---@field accessibilityElements luahost.AccessibilityElement[]|(fun(view: luahost.View): luahost.AccessibilityElement[])|nil What it shows, in words and in reading order, in place of what it and the views in it say: a list, or a function or method that returns one.
---@field accessibilityIdentifier string|nil A name for tests; never saved.
---@field accessibilityLabel string|nil What it is called where it cannot be seen.
---@field accessibilityValue string|nil What it shows, where it cannot be seen; nil for what it says itself.
---@field backgroundColor luahost.Color The colour behind its text. Default: "default".
---@field border "none"|"single"|"rounded"|"double"|"heavy" The line around it. Default: "none".
---@field borderTitle string|luahost.AttributedString What stands in the line around it.
---@field canBecomeFirstResponder boolean Whether keys can go to it. Set it for a view of your own that takes keys. Default: false.
---@field frame { x: integer, y: integer, width: integer, height: integer } Where it is in its superview, in cells. Read-only.
---@field height integer|nil Rows, border included; nil lets it choose.
---@field isEnabled boolean Whether the person can use it. Default: true.
---@field isFirstResponder boolean Whether the keys go to it. Read-only.
---@field isHidden boolean Whether it is left out of the screen. Default: false.
---@field maxHeight integer|nil Rows that it takes at most; nil is no limit.
---@field maxWidth integer|nil Columns that it takes at most; nil is no limit.
---@field minHeight integer|nil Rows that it takes at least, where there is room; nil is no limit.
---@field minWidth integer|nil Columns that it takes at least, where there is room; nil is no limit.
---@field padding integer|{ top: integer?, left: integer?, bottom: integer?, right: integer? } Empty cells inside the border. Default: 0.
---@field restorationIdentifier string|nil Its name in the saved state.
---@field style luahost.Look The look of it and all in it.
---@field subviews luahost.View[] The views that are in it. Read-only.
---@field superview luahost.View|nil The view that it is in. Read-only.
---@field textColor luahost.Color The colour of its text. Default: "default".
---@field width integer|nil Columns, border included; nil lets it choose.
local View = {}

--- Puts a view into it, as the last one. Views can be 500 levels deep in each other.
---@param view luahost.View
function View:addSubview(view) end

--- Asks for the keys, and tells whether it has them.
---@return boolean
function View:becomeFirstResponder() end

--- Called when the state is restored: takes what was kept.
---@param coder luahost.Coder
function View:decodeRestorableState(coder) end

--- Override it to draw what is on the view, below its subviews.
---@param canvas luahost.Canvas
function View:draw(canvas) end

--- Called when the state is saved: keeps what is to come back.
---@param coder luahost.Coder
function View:encodeRestorableState(coder) end

--- Says that what it would save has changed.
function View:invalidateRestorableState() end

--- Override it to take keys: `"ctrl+c"`, `"up"`, `"x"`. True if the key did something; else it goes on as usual.
---@param key string
---@return boolean|nil
function View:keyPressed(key) end

--- Override it to take what the mouse does; true if it did something. Places are in cells from the view's first, which is 0, 0.
---@param event { type: "press"|"drag"|"release"|"wheel", x: integer, y: integer, button: integer?, rows: integer?, clickCount: integer? }
---@return boolean|nil
function View:mouseEvent(event) end

--- Takes it out of the view that it is in.
function View:removeFromSuperview() end

--- Gives the keys away.
function View:resignFirstResponder() end

--- Has it drawn again.
function View:setNeedsDisplay() end

---@class luahost.VStack : luahost.View Views one below the other.
---@field alignment "fill"|"leading"|"center"|"trailing" Where views stand that take less than the room across. Default: "fill".
---@field spacing integer Empty cells between two views. Default: 0.
local VStack = {}

---@class luahost.HStack : luahost.View Views side by side.
---@field alignment "fill"|"leading"|"center"|"trailing" Where views stand that take less than the room across. Default: "fill".
---@field spacing integer Empty cells between two views. Default: 0.
local HStack = {}

---@class luahost.Grid : luahost.View Views in rows and columns: the items, row by row.
---@field columnSpacing integer Empty cells between the columns. Default: 0.
---@field columns integer|(integer|"fill")[] How many columns of the same width, or a list with the width of each: a number of cells, or "fill" for an equal share of what is left. Default: 1.
---@field rowSpacing integer Empty rows between the rows. Default: 0.
local Grid = {}

---@class luahost.Spacer : luahost.View Takes the room that is left in a stack.
local Spacer = {}

---@class luahost.Divider : luahost.View A line.
local Divider = {}

---@class luahost.ScrollView : luahost.View Shows a part of what is in it, and scrolls.
---@field contentOffset { x: integer, y: integer } The cell of the content that is shown first.
local ScrollView = {}

---@class luahost.Label : luahost.View Text.
---@field alignment "left"|"center"|"right" Where the text stands in its line. Default: "left".
---@field text string|luahost.AttributedString What it shows.
local Label = {}

---@class luahost.TextField : luahost.View One line of text that the person edits.
---@field inputFilter "integer"|"number"|(fun(text: string): boolean|nil)|nil What can be typed and pasted: numbers, or what a function accepts, which gets the whole text. Deleting is always possible.
---@field isEditable boolean Whether the person can change the text. Default: true.
---@field isSecure boolean Whether the text is hidden, and never kept. Default: false.
---@field isValid boolean Whether `validate` says that the text is valid. Read-only.
---@field onChange fun(view: luahost.TextField)|nil Called when the person has changed the text.
---@field onSubmit fun(view: luahost.TextField)|nil Called when the person has finished with Enter.
---@field placeholder string What is shown while there is no text.
---@field selectedRange { location: integer, length: integer } What is selected, in characters; the first one is 1. Nothing: where one types.
---@field text string What is in it. What a script sets is the script's to bring back; what the person typed since comes back by itself, unless `isSecure`. What it is made with is only what it begins with.
---@field validate fun(text: string, view: luahost.TextField): boolean|nil, string|nil|nil Asked whether a text is valid, after every change and when `isValid` is read: returns true, or nil and a message, which stands under the field from the first change or Enter on.
local TextField = {}

---@class luahost.SearchBar : luahost.TextField A field for what is looked for; Escape empties it.
local SearchBar = {}

---@class luahost.TextView : luahost.View Several lines of text that the person edits; with `isEditable = false` a pager, whose text is read, searched and added to.
---@field followsEnd boolean Whether what is appended to a text that is not edited is seen at once: at first, and again when the person has scrolled to the end. Kept. Default: false.
---@field isEditable boolean Whether the person can change the text. Default: true.
---@field maximumLines integer|nil How many lines `append` keeps, the last ones; nil keeps all.
---@field onChange fun(view: luahost.TextView)|nil Called when the person has changed the text.
---@field placeholder string What is shown while there is no text.
---@field selectedRange { location: integer, length: integer } What is selected, in characters; the first one is 1. Nothing: where one types.
---@field text string|luahost.AttributedString What is in it; comes back as a TextField's does. Where it is not edited, it keeps its looks and links, and is the script's to bring back.
local TextView = {}

--- Adds to the end of the text; it costs the same in a long text as in a short one.
---@param text string|luahost.AttributedString
function TextView:append(text) end

---@class luahost.Button : luahost.View Does something when it is pressed.
---@field action fun(button: luahost.Button)|nil Called when it is pressed.
---@field isDestructive boolean Whether it does what cannot be undone, and looks so. Default: false.
---@field title string|luahost.AttributedString What stands on it.
local Button = {}

---@class luahost.BarButtonItem : luahost.Button A button in a bar.
local BarButtonItem = {}

---@class luahost.Toolbar : luahost.View A row of buttons.
---@field items luahost.BarButtonItem[] Its buttons, from left to right.
local Toolbar = {}

---@class luahost.NavigationItem : luahost.Object What a navigation bar shows beside the title.
---@field rightBarButtonItem luahost.BarButtonItem|nil The outermost button on the right.
---@field rightBarButtonItems luahost.BarButtonItem[] The buttons on the right; the first one is outermost.
local NavigationItem = {}

---@class luahost.Switch : luahost.View On or off.
---@field isOn boolean Whether it is on. Default: false.
---@field onChange fun(view: luahost.Switch)|nil Called when the person has switched it.
local Switch = {}

---@class luahost.Checkbox : luahost.Switch A box that is ticked or empty, with a title beside it.
---@field title string|luahost.AttributedString What is on if it is ticked.
local Checkbox = {}

---@class luahost.Slider : luahost.View A number between two bounds.
---@field maximumValue number The highest value. Default: 1.0.
---@field minimumValue number The lowest value. Default: 0.0.
---@field onChange fun(view: luahost.Slider)|nil Called when the person has changed the value.
---@field value number Where it stands, between the bounds. Default: 0.0.
local Slider = {}

---@class luahost.Stepper : luahost.View A number that goes up and down in steps.
---@field maximumValue number The highest value. Default: 100.0.
---@field minimumValue number The lowest value. Default: 0.0.
---@field onChange fun(view: luahost.Stepper)|nil Called when the person has changed the value.
---@field stepValue number How far one step goes. Default: 1.0.
---@field value number Where it stands, between the bounds. Default: 0.0.
local Stepper = {}

---@class luahost.SegmentedControl : luahost.View One of several choices, side by side.
---@field onChange fun(view: luahost.SegmentedControl)|nil Called when the person has chosen.
---@field segments string[] The choices, from left to right.
---@field selectedSegmentIndex integer|nil The choice, counted from 1; nil if there is none.
local SegmentedControl = {}

---@class luahost.PopUpButton : luahost.View One of several choices; the others are in a menu that opens.
---@field items string[] The choices.
---@field onChange fun(view: luahost.PopUpButton)|nil Called when the person has chosen.
---@field selectedIndex integer|nil The choice, counted from 1; nil if there is none.
local PopUpButton = {}

---@class luahost.RadioGroup : luahost.View One of several choices, one below the other.
---@field items string[] The choices.
---@field onChange fun(view: luahost.RadioGroup)|nil Called when the person has chosen.
---@field selectedIndex integer|nil The choice, counted from 1; nil if there is none.
local RadioGroup = {}

---@class luahost.PickerView : luahost.View One of many choices, or one of each of several lists.
---@field components string[][] The rows of each wheel.
---@field onChange fun(view: luahost.PickerView)|nil Called when the person has chosen.
---@field rows string[] The rows of the only wheel.
---@field selectedRow integer|nil The row of the first wheel that is chosen, counted from 1.
---@field selectedRows integer[] The row of each wheel that is chosen, counted from 1; 0 for none.
local PickerView = {}

---@class luahost.DatePicker : luahost.View A date, a time or both.
---@field date luahost.Date The point in time that is shown; now at first.
---@field datePickerMode "date"|"time"|"dateAndTime" What of it is chosen. Default: "date".
---@field maximumDate luahost.Date|nil The latest that can be chosen.
---@field minimumDate luahost.Date|nil The earliest that can be chosen.
---@field onChange fun(view: luahost.DatePicker)|nil Called when the person has chosen.
---@field preferredDatePickerStyle "compact"|"inline" Whether it is one line or a calendar. Default: "compact".
local DatePicker = {}

---@class luahost.ImageView : luahost.View A picture, drawn in blocks.
---@field contentMode "scaleAspectFit"|"scaleAspectFill"|"scaleToFill" How the picture fills the room. Default: "scaleAspectFit".
---@field image luahost.Image|string|nil A picture, or the path of a PNG file.
---@field pixels "half"|"quadrant" Which blocks it is made of. Default: "half".
local ImageView = {}

---@class luahost.ProgressView : luahost.View How far something is, from 0 to 1.
---@field isIndeterminate boolean Whether nobody knows how far it is. Default: false.
---@field progress number How far it is, from 0 to 1. Default: 0.0.
local ProgressView = {}

---@class luahost.ActivityIndicator : luahost.View Shows that something goes on.
---@field isAnimating boolean Whether it does go on. Default: false.
local ActivityIndicator = {}

---@class luahost.Gauge : luahost.View A number between two bounds, as a bar.
---@field criticalValue number|nil From which value on the bar says that it is too much; nil: it does not.
---@field maximumValue number The number of the full bar; 1 at first. Default: 1.0.
---@field minimumValue number The number of the empty bar; 0 at first. Default: 0.0.
---@field title string What is measured, in front of the bar.
---@field value number The number. Default: 0.0.
---@field valueText string|nil What is written behind the bar; nil for the percentage.
---@field warningValue number|nil From which value on the bar warns; nil: it does not.
local Gauge = {}

---@class luahost.Sparkline : luahost.View The course of a number, as a line of small bars; the newest at the right.
---@field maximumCount integer|nil How many numbers are kept at most; the oldest go. Nil keeps all.
---@field maximumValue number|nil The number of the highest bar; nil for the greatest that is seen.
---@field minimumValue number|nil The number of the lowest bar; nil for the least that is seen.
---@field values number[] The numbers, oldest first; NaN leaves a gap.
local Sparkline = {}

--- Adds a number as the newest.
---@param value number
function Sparkline:append(value) end

---@class luahost.BarChart : luahost.View Numbers beside each other, a bar each.
---@field axis "horizontal"|"vertical" "horizontal": bars grow from the left; "vertical": upwards. Default: "horizontal".
---@field bars (number|{ label: string?, value: number })[] The bars, each `{ label =, value = }` or a number.
---@field maximumValue number|nil The number of a full bar; nil for the greatest.
local BarChart = {}

---@class luahost.TableView : luahost.View Rows in sections, made on demand.
---@field allowsMultipleSelection boolean Whether more than one row can be selected. Default: false.
---@field columns luahost.TableColumn[] The columns that rows have a cell in, with their titles; none at first.
---@field contentOffset { x: integer, y: integer } The line that is shown first, and the first cell of its columns.
---@field dataSource luahost.TableViewDataSource|nil Who knows the rows.
---@field delegate luahost.TableViewDataSource|nil Who is told what is done with the rows.
---@field focusedIndexPath { section: integer, row: integer }|nil The row that keys act on. Setting it scrolls there, and tells nobody.
---@field indexPathsForSelectedRows { section: integer, row: integer }[] The selected rows. Read-only.
---@field isEditing boolean Whether rows can be deleted and moved. Default: false.
---@field onChange fun(view: luahost.TableView)|nil Called when the person has chosen.
---@field placeholder string What stands in its middle while there are no rows.
---@field rows (string|luahost.AttributedString)[] A fixed list of rows, without a data source.
---@field sortAscending boolean Whether rows are sorted with the least at the top. Default: true.
---@field sortColumn integer|nil The column that rows are sorted by, counted from 1; nil if they are not. Setting it calls nobody.
local TableView = {}

--- Takes a row out of the selection; all rows, if none is named.
---@param section? integer
---@param row? integer
function TableView:deselectRow(section, row) end

--- Asks for the rows again.
function TableView:reloadData() end

--- Scrolls as far as it takes to show a row.
---@param section integer
---@param row integer
function TableView:scrollToRow(section, row) end

--- Selects a row.
---@param section integer
---@param row integer
function TableView:selectRow(section, row) end

---@class luahost.OutlineView : luahost.View Items in rows that open to show others below them.
---@field columns luahost.TableColumn[] The columns that rows have a cell in, with their titles; none at first.
---@field contentOffset { x: integer, y: integer } The line that is shown first, and the first cell of its columns.
---@field dataSource luahost.OutlineViewDataSource|nil Who knows the items.
---@field delegate luahost.OutlineViewDataSource|nil Who is told what is done with the items.
---@field focusedItem any The item that keys act on. Setting it opens what is above it and scrolls there, and calls nobody.
---@field isEditing boolean Whether rows can be deleted and moved. Default: false.
---@field onChange fun(view: luahost.OutlineView)|nil Called when the person has chosen.
---@field placeholder string What stands in its middle while there are no rows.
---@field selectedItem any The item that is selected. Setting it opens what is above it, and calls nobody.
---@field sortAscending boolean Whether rows are sorted with the least at the top. Default: true.
---@field sortColumn integer|nil The column that rows are sorted by, counted from 1; nil if they are not. Setting it calls nobody.
local OutlineView = {}

--- Closes an item, or all below it. Calls nobody.
---@param item any
---@param options { children: boolean? }?
function OutlineView:collapseItem(item, options) end

--- Opens an item, or all below it; nil is the root. Calls nobody.
---@param item any
---@param options { children: boolean? }?
function OutlineView:expandItem(item, options) end

--- Whether an item is open.
---@param item any
---@return boolean
function OutlineView:isItemExpanded(item) end

--- What an item is a child of; nil for one at the top.
---@param item any
---@return any
function OutlineView:parentForItem(item) end

--- Asks for the rows again.
function OutlineView:reloadData() end

--- Asks for an item again, or for all below it.
---@param item any
---@param options { children: boolean? }?
function OutlineView:reloadItem(item, options) end

---@class luahost.ViewController : luahost.Responder One screen, or a container of others.
---@field children luahost.ViewController[] The controllers that it contains. Read-only.
---@field isViewLoaded boolean Whether its view is there yet. Read-only.
---@field keyCommands luahost.KeyCommand[] What can be done here, in the command palette and by keys.
---@field navigationController luahost.NavigationController|nil The nearest stack of screens that it is in. Read-only.
---@field navigationItem luahost.NavigationItem What a navigation bar shows beside the title. Read-only.
---@field parent luahost.ViewController|nil The controller that contains it. Read-only.
---@field presentedViewController luahost.ViewController|nil The controller over it. Read-only.
---@field presentingViewController luahost.ViewController|nil The controller under it. Read-only.
---@field restorationClass luahost.ViewControllerClass|nil The class that makes it again.
---@field restorationIdentifier string|nil Its name in the saved state.
---@field splitViewController luahost.SplitViewController|nil The nearest split screen that it is in. Read-only.
---@field storyboard luahost.Storyboard|nil The storyboard that it came from. Read-only.
---@field tabBarController luahost.TabBarController|nil The nearest tabs that it is in. Read-only.
---@field title string|luahost.AttributedString|nil What its screen is called.
---@field toolbarItems luahost.BarButtonItem[] Shown at the bottom by a navigation controller.
---@field view luahost.View What it shows; asked for, it is loaded.
local ViewController = {}

--- Contains another controller. View controllers can contain and present each other 200 levels deep.
---@param child luahost.ViewController
function ViewController:addChild(child) end

--- Called when every object has been restored.
function ViewController:applicationFinishedRestoringState() end

--- Called when the state is restored: takes what was kept.
---@param coder luahost.Coder
function ViewController:decodeRestorableState(coder) end

--- Takes away the controller over this one, or this one; the presenter gets the result, if it asked for it.
---@param result? any
function ViewController:dismiss(result) end

--- Called when the state is saved: keeps what is to come back.
---@param coder luahost.Coder
function ViewController:encodeRestorableState(coder) end

--- Says that what it would save has changed.
function ViewController:invalidateRestorableState() end

--- Override it to take keys that no view of it has a use for. True if the key did something.
---@param key string
---@return boolean|nil
function ViewController:keyPressed(key) end

--- Called when the view is first asked for: sets `self.view`.
function ViewController:loadView() end

--- Loads the view, if it is not there yet.
function ViewController:loadViewIfNeeded() end

--- Shows a controller over this one. `onResult` names the method of this one that gets the result.
---@param controller luahost.ViewController
---@param options? { onResult: string }
function ViewController:present(controller, options) end

--- Leaves the controller that contains it.
function ViewController:removeFromParent() end

--- Begins a task of this screen, as `ui.task` does, with the controller as its argument. It is cancelled at the end of a turn in which the controller has left every window's tree; not while it is covered, or in a tab that is not selected.
---@param body fun(controller: luahost.ViewController)
---@return luahost.Task
function ViewController:task(body) end

--- Called when the screen shows.
---@param animated boolean
function ViewController:viewDidAppear(animated) end

--- Called when the screen shows no more.
---@param animated boolean
function ViewController:viewDidDisappear(animated) end

--- Called once, when the view has been loaded.
function ViewController:viewDidLoad() end

--- Called before the screen shows.
---@param animated boolean
function ViewController:viewWillAppear(animated) end

--- Called before the screen shows no more.
---@param animated boolean
function ViewController:viewWillDisappear(animated) end

---@class luahost.ViewControllerClass : luahost.Class A class of ViewController.
---@field viewControllerWithRestorationIdentifierPath? fun(self, path: string[], coder: luahost.Coder): luahost.ViewController|nil Called on a restoration class when a controller of it was saved: makes that again, or returns nil for none.

---@class luahost.NavigationController : luahost.ViewController A stack of screens, of which the top one shows.
---@field isNavigationBarHidden boolean Whether the bar with the title is left out. Default: false.
---@field topViewController luahost.ViewController|nil The screen on top. Read-only.
---@field viewControllers luahost.ViewController[] The screens, the root first.
---@field visibleViewController luahost.ViewController|nil The screen that shows: what is presented over the top, or the top. Read-only.
local NavigationController = {}

--- Takes away the screen on top, and returns it.
---@return luahost.ViewController|nil
function NavigationController:pop() end

--- Takes away the screens over one of them, and returns them.
---@param controller luahost.ViewController
---@return luahost.ViewController[]
function NavigationController:popTo(controller) end

--- Takes away all screens but the root, and returns them.
---@return luahost.ViewController[]
function NavigationController:popToRoot() end

--- Shows a screen on top.
---@param controller luahost.ViewController
function NavigationController:push(controller) end

---@class luahost.TabBarController : luahost.ViewController Several screens side by side, of which one is selected.
---@field selectedIndex integer|nil The selected tab, counted from 1; nil if there are none.
---@field selectedViewController luahost.ViewController|nil The screen of the selected tab.
---@field viewControllers luahost.ViewController[] The screens, a tab each.
local TabBarController = {}

---@class luahost.SplitViewController : luahost.ViewController Two sides, where there is room for both.
---@field dividerPosition integer|nil Columns of the primary side; nil lets it choose.
---@field isCollapsed boolean Whether there is room for one side only. Read-only.
---@field shownColumn "primary"|"secondary" The side that shows where there is room for one only. Default: "primary".
---@field viewControllers luahost.ViewController[] Both sides, the primary first.
local SplitViewController = {}

--- Shows a side, where there is room for one only.
---@param column "primary"|"secondary"
function SplitViewController:show(column) end

---@class luahost.PageViewController : luahost.ViewController Screens that are turned like pages.
---@field currentIndex integer|nil The page that shows, counted from 1; nil if there are none.
---@field currentViewController luahost.ViewController|nil The page that shows. Read-only.
---@field dataSource luahost.PageViewControllerDataSource|nil Who knows the pages, where they are not all given at first.
---@field viewControllers luahost.ViewController[] The pages, in order.
local PageViewController = {}

--- Turns to the page before; false if there is none.
---@return boolean
function PageViewController:goBack() end

--- Turns to the next page; false if there is none.
---@return boolean
function PageViewController:goForward() end

---@class luahost.AlertController : luahost.ViewController A question over the screen. Never preserved.
---@field actions luahost.AlertAction[] The choices, from the first on; read, their titles.
---@field message string|luahost.AttributedString|nil What stands below the title.
---@field preferredStyle "alert"|"actionSheet" Whether it is an alert in the middle or a list at the bottom. Default: "alert".
---@field textFields luahost.TextField[] The fields to type into. Read-only.
local AlertController = {}

--- Adds a choice.
---@param action luahost.AlertAction
function AlertController:addAction(action) end

--- Adds a field to type into.
---@param field luahost.TextField
function AlertController:addTextField(field) end

---@class luahost.Window : luahost.Responder Shows a tree of view controllers.
---@field isKeyWindow boolean Whether it has the keys. Read-only.
---@field rootViewController luahost.ViewController|nil The controller whose screen it shows.
local Window = {}

--- Shows it, and gives it the keys.
function Window:makeKeyAndVisible() end

---@class luahost.Application : luahost.Responder The app, its own delegate.
---@field autosave boolean Whether changes are saved by themselves. Default: true.
---@field filesDirectory string|nil A folder of this app and session for files of its own, beside the saved state; nil in the sandbox. It is made when it is first asked for, and never pruned. Read-only.
---@field identifier string What the app is called; its state is kept under this name. Default: "annotations".
---@field keyCommands luahost.KeyCommand[] What can be done here, in the command palette and by keys.
---@field keyWindow luahost.Window|nil The window that has the keys. Read-only.
---@field pasteboard luahost.Pasteboard What was copied. Read-only.
---@field showsKeyHints boolean Whether the last line of screens of 10 rows and more names the keys that matter now; true at first. Default: true.
---@field storyboard luahost.Storyboard|nil The storyboard whose first scene is shown, where a script makes no window.
---@field theme "terminal"|"dark"|"light"|"monochrome"|table A theme's name, or { base = NAME, ROLE = look, ... }. Default: "terminal".
---@field version string The app's version, which its saves name.
---@field window luahost.Window|nil The window that shows the app.
---@field windows luahost.Window[] All windows. Read-only.
---@field didBecomeActive? fun(self) Called when the person can use the app.
---@field didDecodeRestorableState? fun(self, coder: luahost.Coder) Called when the objects have been restored: takes what is the app's.
---@field didEnterBackground? fun(self) Called when the app shows no more, before it is saved.
---@field didFinishLaunching? fun(self, options: table|nil) Called when the state has been restored: makes what was not restored, and shows the window.
---@field didReceiveMemoryWarning? fun(self) Called when scripts hold nearly all the memory that they may: lets go of what it can.
---@field shouldRestoreApplicationState? fun(self, coder: luahost.Coder): boolean Whether the saved state is to be restored; only `true` is yes.
---@field shouldSaveApplicationState? fun(self, coder: luahost.Coder): boolean Whether the state is to be saved; only `true` is yes.
---@field viewControllerWithRestorationIdentifierPath? fun(self, path: string[], coder: luahost.Coder): luahost.ViewController|nil Makes a saved controller again that has no restoration class; nil for none.
---@field willEncodeRestorableState? fun(self, coder: luahost.Coder) Called before the objects are saved: keeps what is the app's.
---@field willEnterForeground? fun(self) Called before the app shows again.
---@field willFinishLaunching? fun(self, options: table|nil) Called first, before anything is restored: makes the window.
---@field willResignActive? fun(self) Called before the person cannot use the app any more.
---@field willTerminate? fun(self) Called before the app ends in order.
local Application = {}

--- Ends what `extendStateRestoration` began: the restored screen takes the place of the picture.
function Application:completeStateRestoration() end

--- Puts off the end of restoration until the matching `completeStateRestoration`, for state that has to be fetched first: at most 10 seconds. Meanwhile the screen is the picture of the last save; keys and pasted text wait for the restored screen, the mouse does nothing.
function Application:extendStateRestoration() end

--- Has the next launch begin without the picture of this save.
function Application:ignoreSnapshotOnNextApplicationLaunch() end

--- Says that what the application itself would save has changed.
function Application:invalidateRestorableState() end

--- Shows a message in a line over the screen, which goes by itself; three at most are seen. Time stands still while an alert or a sheet is open.
---@param text string
---@param options luahost.NotifyOptions|nil
function Application:notify(text, options) end

--- Has an object that is no view or controller take part in restoration.
---@param object table|luahost.Responder
---@param identifier string
function Application:registerObjectForStateRestoration(object, identifier) end

--- Says that anything may have changed: all of it is asked at the next save.
function Application:restorableStateChanged() end

--- Hands the terminal to another program and returns when it has ended: app:runInTerminal { "vi", file }. Meanwhile timers and tasks rest, and no limit of time runs.
---@param command luahost.TerminalCommand
---@return luahost.TerminalResult
function Application:runInTerminal(command) end

--- Gives the terminal back while a function runs, and returns what it returns. Meanwhile timers and tasks rest, and no limit of time runs.
---@param body fun(): any ...
---@return any ...
function Application:suspend(body) end

---@class luahost
---@field version string The host's version.
---@field stateRestorationViewControllerStoryboardKey string The key under which a coder gives the storyboard that a controller came from.
---@field Style luahost.Class|fun(properties?: table): luahost.Style Colours and what is done to the letters.
---@field Process luahost.Class|fun(properties?: table): luahost.Process Another program, which runs on its own: ui.Process { "tail", "-f", file, onLine = function(process, line) end }. It ends with the app.
---@field View luahost.Class|fun(properties?: table): luahost.View A rectangle on the screen. A plain one shows its subviews one below the other.
---@field VStack luahost.Class|fun(properties?: table): luahost.VStack Views one below the other.
---@field HStack luahost.Class|fun(properties?: table): luahost.HStack Views side by side.
---@field Grid luahost.Class|fun(properties?: table): luahost.Grid Views in rows and columns: the items, row by row.
---@field Spacer luahost.Class|fun(properties?: table): luahost.Spacer Takes the room that is left in a stack.
---@field Divider luahost.Class|fun(properties?: table): luahost.Divider A line.
---@field ScrollView luahost.Class|fun(properties?: table): luahost.ScrollView Shows a part of what is in it, and scrolls.
---@field Label luahost.Class|fun(properties?: table): luahost.Label Text.
---@field TextField luahost.Class|fun(properties?: table): luahost.TextField One line of text that the person edits.
---@field SearchBar luahost.Class|fun(properties?: table): luahost.SearchBar A field for what is looked for; Escape empties it.
---@field TextView luahost.Class|fun(properties?: table): luahost.TextView Several lines of text that the person edits; with `isEditable = false` a pager, whose text is read, searched and added to.
---@field Button luahost.Class|fun(properties?: table): luahost.Button Does something when it is pressed.
---@field BarButtonItem luahost.Class|fun(properties?: table): luahost.BarButtonItem A button in a bar.
---@field Toolbar luahost.Class|fun(properties?: table): luahost.Toolbar A row of buttons.
---@field Switch luahost.Class|fun(properties?: table): luahost.Switch On or off.
---@field Checkbox luahost.Class|fun(properties?: table): luahost.Checkbox A box that is ticked or empty, with a title beside it.
---@field Slider luahost.Class|fun(properties?: table): luahost.Slider A number between two bounds.
---@field Stepper luahost.Class|fun(properties?: table): luahost.Stepper A number that goes up and down in steps.
---@field SegmentedControl luahost.Class|fun(properties?: table): luahost.SegmentedControl One of several choices, side by side.
---@field PopUpButton luahost.Class|fun(properties?: table): luahost.PopUpButton One of several choices; the others are in a menu that opens.
---@field RadioGroup luahost.Class|fun(properties?: table): luahost.RadioGroup One of several choices, one below the other.
---@field PickerView luahost.Class|fun(properties?: table): luahost.PickerView One of many choices, or one of each of several lists.
---@field DatePicker luahost.Class|fun(properties?: table): luahost.DatePicker A date, a time or both.
---@field ImageView luahost.Class|fun(properties?: table): luahost.ImageView A picture, drawn in blocks.
---@field ProgressView luahost.Class|fun(properties?: table): luahost.ProgressView How far something is, from 0 to 1.
---@field ActivityIndicator luahost.Class|fun(properties?: table): luahost.ActivityIndicator Shows that something goes on.
---@field Gauge luahost.Class|fun(properties?: table): luahost.Gauge A number between two bounds, as a bar.
---@field Sparkline luahost.Class|fun(properties?: table): luahost.Sparkline The course of a number, as a line of small bars; the newest at the right.
---@field BarChart luahost.Class|fun(properties?: table): luahost.BarChart Numbers beside each other, a bar each.
---@field TableView luahost.Class|fun(properties?: table): luahost.TableView Rows in sections, made on demand.
---@field OutlineView luahost.Class|fun(properties?: table): luahost.OutlineView Items in rows that open to show others below them.
---@field ViewController luahost.ViewControllerClass|fun(properties?: table): luahost.ViewController One screen, or a container of others.
---@field NavigationController luahost.ViewControllerClass|fun(properties?: table): luahost.NavigationController A stack of screens, of which the top one shows.
---@field TabBarController luahost.ViewControllerClass|fun(properties?: table): luahost.TabBarController Several screens side by side, of which one is selected.
---@field SplitViewController luahost.ViewControllerClass|fun(properties?: table): luahost.SplitViewController Two sides, where there is room for both.
---@field PageViewController luahost.ViewControllerClass|fun(properties?: table): luahost.PageViewController Screens that are turned like pages.
---@field AlertController luahost.ViewControllerClass|fun(properties?: table): luahost.AlertController A question over the screen. Never preserved.
---@field Window luahost.Class|fun(properties?: table): luahost.Window Shows a tree of view controllers.
---@field Application luahost.Class|fun(properties?: table): luahost.Application The app, its own delegate.
local ui = {}

--- Calls a function once, after some time.
---@param seconds number
---@param action fun()
---@return luahost.Timer
function ui.after(seconds, action) end

--- Calls a function again and again, until the timer is cancelled.
---@param seconds number
---@param action fun()
---@return luahost.Timer
function ui.every(seconds, action) end

--- Begins a task at the end of the turn: a function that may wait, with `ui.sleep`, `ui.await` and others, while the app goes on.
---@param body fun()
---@return luahost.Task
function ui.task(body) end

--- Waits for some time, in a task.
---@param seconds number
function ui.sleep(seconds) end

--- Calls a function at once and waits, in a task, until what it was given is called; returns what that was called with.
---@param start fun(resume: fun(...: any))
---@return any ...
function ui.await(start) end

--- Runs a program and waits, in a task, until it has ended: ui.run { "git", "log" }.
---@param command luahost.Command
---@return luahost.CommandResult
function ui.run(command) end

--- Asks a server by http or https and waits, in a task, for the answer. No answer is an error.
---@param url string
---@param options? luahost.FetchOptions
---@return luahost.FetchResult
function ui.fetch(url, options) end

--- Calls a function with what changed, once for all that happens within 50 ms: the path of a file, or of a folder its own entries. A path that is not there yet is told of when it appears.
---@param path string
---@param onChange fun(path: string)
---@return luahost.FileWatch
function ui.watch(path, onChange) end

--- Bytes that are no text, as a value: two of the same bytes are `==`. As keys of a table they are told apart; use `data.bytes`.
---@param bytes string
---@return luahost.Data
function ui.Data(bytes) end

--- A point in time, as a value (now, if none is said): `==`, `<` and `<=` compare the times, `tostring` writes it as ISO 8601 in UTC. As keys of a table two are told apart; use `date.timeIntervalSince1970`.
---@param secondsSince1970? number
---@return luahost.Date
function ui.Date(secondsSince1970) end

--- A text with looks and links: `ui.AttributedString { "plain ", { "bold", style = { bold = true } }, { "link", action = function(view) end } }`. It can be shown wherever a string can, but for texts that are edited.
---@param parts luahost.TextPart
---@return luahost.AttributedString
function ui.AttributedString(parts) end

--- How many cells a text takes in one line: wide characters count two, marks that join others none.
---@param text string|luahost.AttributedString
---@return integer
function ui.textWidth(text) end

--- The text if it has room in so many cells, else as much as has, and `…`.
---@param text string|luahost.AttributedString
---@param width integer
---@return string|luahost.AttributedString
function ui.truncate(text, width) end

--- The text that a document in Markdown stands for: CommonMark with tables, task lists and struck out text.
---@param text string
---@param options? luahost.MarkdownOptions
---@return luahost.AttributedString
function ui.markdown(text, options) end

--- A picture: the path of a PNG file, relative to the script, or its bytes.
---@param source string|luahost.Data
---@return luahost.Image
function ui.Image(source) end

--- Scenes by name. A scene is the properties of its controller, with `class` (or its name), `children` or `viewControllers` (names of scenes) and `view` (a function of the controller).
---@param name string
---@param definition { initial: string?, scenes: table<string, table> }
---@return luahost.Storyboard
function ui.Storyboard(name, definition) end

return ui
