---@meta luahost.test
-- What editors have to know of `require "luahost.test"`, to complete and check scripts.
-- Made from the definitions by scripts/annotations.

--- The argument of a case, which launches apps and checks expectations.
---@class luahost.test.T
local T = {}

--- Launches an app with its own state. The path of its script is relative to the test file. Raises an error if the app cannot be loaded, or if an error leaves it without a window with a root view controller.
---@param path string
---@param options? luahost.test.LaunchOptions
---@return luahost.test.App
function T:launch(path, options) end

--- Starts an expectation about a value: `t:expect(x):equals(1)`.
---@param value any
---@return luahost.test.Expectation
function T:expect(value) end

--- An expectation about a value. An expectation that does not hold fails the case at the line of the call.
---@class luahost.test.Expectation
local Expectation = {}

--- Fails unless both values are equal. Tables are compared by their contents at any depth; the message names the first difference.
---@param other any
function Expectation:equals(other) end

--- Fails unless a string contains this part, or a table this item.
---@param part any
function Expectation:contains(part) end

--- Fails unless a string matches a Lua pattern somewhere.
---@param pattern string
function Expectation:matches(pattern) end

--- Fails unless the screen of an app matches the stored snapshot with this name. `luahost test --accept` stores it.
---@param name string
function Expectation:matchesSnapshot(name) end

--- Fails if the value is nil.
function Expectation:exists() end

--- Fails unless the value is nil.
function Expectation:isNil() end

--- Fails unless the value is true. Other truthy values fail.
function Expectation:isTrue() end

--- Fails unless the value is false. nil fails.
function Expectation:isFalse() end

--- Calls the value, a function, and fails unless it raises an error. If a pattern or plain text is given, the message must match it.
---@param pattern? string
function Expectation:fails(pattern) end

--- Fails unless the app, the value, has had an error. If a pattern or plain text is given, the message must match it. Matching errors do not fail the case.
---@param pattern? string
function Expectation:failed(pattern) end

--- Negates the next expectation: `t:expect(x):never():equals(1)`.
---@return luahost.test.Expectation
function Expectation:never() end

--- The options of `launch`.
---@class luahost.test.LaunchOptions
---@field size? { [1]: integer, [2]: integer } The columns and rows of the screen; { 80, 24 } by default.
---@field state? string The folder of the state, relative to the test file; a new temporary folder by default.
---@field sandbox? boolean Whether the app runs in the sandbox; false by default.
---@field options? table The options passed to `willFinishLaunching` and `didFinishLaunching`, also by later launches.
---@field isolated? boolean Whether the app runs in a separate process.
---@field terminal? fun(command: table): integer|table|nil Called instead of running a program in the terminal. Receives the command, and returns its status or `{ status =, signal = }`.
---@field errors? "allowed" "allowed" lets the case pass regardless of the app's errors.

--- The options of `relaunch`. Omitted options keep their values.
---@class luahost.test.RelaunchOptions
---@field script? string The path of another script, relative to the test file.
---@field version? string The version to use instead of the script's own, as after an upgrade.
---@field options? table The options passed to `willFinishLaunching` and `didFinishLaunching`.
---@field size? { [1]: integer, [2]: integer } The columns and rows of the screen.

--- A controller or view of the tree.
---@class luahost.test.Node
---@field class string The name of its class.
---@field identifier? string Its restoration identifier, or nil.
---@field path? string Its identifier path, as `find` takes it; nil if it has none.
---@field restorable boolean Whether it is saved.
---@field children luahost.test.Node[] Its children.

--- A save of the history.
---@class luahost.test.Save
---@field number integer Its number, for `rollback`.
---@field savedAt number When it was written, in seconds since 1970.
---@field appVersion string The version of the app that wrote it.
---@field hostVersion string The version of luahost that wrote it.
---@field nodes integer The number of its nodes.
---@field changed integer The number of nodes that it changed.
---@field kind? "autosave"|"background"|"end"|"request"|"import"|"rollback"|"recovery" The event that caused it: autosave, the background, an exit, or a request.
---@field kept ("newest"|"recent"|"minute"|"hour"|"day"|"run"|"fresh"|"version"|"refusal"|"refused"|"launch-errors")[] Why the history keeps it.

--- A running app as the user sees it. Its time is virtual, and pending changes are saved at the end of each step.
---@class luahost.test.App
local App = {}

--- Advances the app's clock: timers and sleeping tasks that become due run in order. Only this method and `waitFor` advance the clock.
---@param seconds number
function App:advance(seconds) end

--- Returns the newest save as nested tables, with the `state` of each node, or nil if there are no saves.
---@return table|nil
function App:archive() end

--- Sends the app to the background, as Ctrl-Z does, which saves its state.
function App:background() end

--- Presses and releases a mouse button on a cell of the screen, counted from 1. Button 1, the left one, by default.
---@param column integer
---@param row integer
---@param button? integer
function App:click(column, row, button) end

--- Makes the app die during its next restoration or save, or during either if no moment is given; the app may be stopped when this is called. The step in which it dies raises an error, and nothing of that save is written. `relaunch` starts the app again.
---@param moment? "restoring"|"saving"
function App:crash(moment) end

--- Drags the mouse with the left button from one cell of the screen to another, both counted from 1.
---@param fromColumn integer
---@param fromRow integer
---@param toColumn integer
---@param toRow integer
function App:drag(fromColumn, fromRow, toColumn, toRow) end

--- Returns the messages of the app's errors since its first launch. Errors that were read do not fail the case.
---@return string[]
function App:errors() end

--- Runs Lua source in the app's own Lua state, with the other arguments as `...`, and returns its results. Arguments and results are plain values.
---@param source string
---@param ... any
---@return any ...
function App:eval(source, ...) end

--- Returns the life-cycle events since the launch, in order.
---@return string[]
function App:events() end

--- Returns the view or controller of an identifier, or at an identifier path (joined by `/`; a backslash stands before a `/` or backslash in an identifier), to read properties of and call methods; nil if there is none. If several have the identifier it is the first, and a note names them.
---@param identifier string
---@return any
function App:find(identifier) end

--- Brings the app back to the foreground.
function App:foreground() end

--- Presses a key: `"enter"`, `"ctrl+c"`, `"x"`.
---@param name luahost.KeyName
function App:key(name) end

--- Terminates the app as SIGKILL does: no callback runs, and nothing more is saved.
function App:kill() end

--- Pastes text into the focused view in one step.
---@param text string
function App:paste(text) end

--- Saves the state now. Returns the number of the save, or nil if the app declines to be saved.
---@return integer|nil
function App:preserve() end

--- Launches the app again with its saved state. A running app is killed first.
---@param options? luahost.test.RelaunchOptions
function App:relaunch(options) end

--- Resizes the screen, to 1 to 1000 columns and rows.
---@param columns integer
---@param rows integer
function App:resize(columns, rows) end

--- Quits the app and launches it from the save with this number.
---@param number integer
function App:rollback(number) end

--- Returns the saves of the history, oldest first.
---@return luahost.test.Save[]
function App:saves() end

--- Returns the screen as text, one line per row, without trailing spaces.
---@return string
function App:screen() end

--- Turns the mouse wheel over the view with this identifier, identifier path or title: down for positive numbers of rows, up for negative ones.
---@param what string
---@param rows integer
function App:scroll(what, rows) end

--- Selects a row of the table, or a choice of the control, with this identifier or identifier path, as a click does. Rows and sections count from 1; section 1 by default.
---@param what string
---@param row integer
---@param section? integer
function App:select(what, row, section) end

--- Returns the screen as text with its styles.
---@return string
function App:snapshot() end

--- Clicks the view with this identifier, identifier path (joined by `/`) or title on the screen, or the row with this text. If several match, clicks the first that is enabled and prints a note with their paths. A table or outline gets keyboard focus on its first visible row. If nothing matches, raises an error that shows the screen.
---@param what string
function App:tap(what) end

--- Quits the app: its state is saved, and `willTerminate` is called.
function App:terminate() end

--- Returns the tree of the app: the root controller of its first window with all its descendants.
---@return luahost.test.Node
function App:tree() end

--- Types text into the focused view, one character at a time.
---@param text string
function App:type(text) end

--- Waits in real time, which the app's clock follows, until a text is on the screen or the function returns true. Fails after this many seconds (5 by default, at most 240), with a message that shows the screen.
---@param what string|fun(): boolean
---@param seconds? number
function App:waitFor(what, seconds) end

---@class luahost.test
---@field folder string The folder of the test file.
local test = {}

--- Adds a case: a function that is called once, after the whole file has been read, with its own `t`. The case passes if the function raises no error and its apps have no unexpected errors.
---@param name string
---@param body fun(t: luahost.test.T)
function test.case(name, body) end

--- Adds a function that is called before each case of the file. Several run in the order in which they were added.
---@param body fun(t: luahost.test.T)
function test.before(body) end

--- Adds a function that is called after each case of the file, even if the case failed. Several run in reverse order.
---@param body fun(t: luahost.test.T)
function test.after(body) end

return test
