---@meta luahost.test
-- What editors have to know of `require "luahost.test"`, to complete and check scripts.
-- Made from the definitions by scripts/annotations.

--- What a case gets, to launch apps and to say what it expects.
---@class luahost.test.T
local T = {}

--- Launches the app of a script, whose path is relative to the test file, with a state of its own. An app that cannot be loaded, or has no window with a root after an error, is an error.
---@param path string
---@param options? luahost.test.LaunchOptions
---@return luahost.test.App
function T:launch(path, options) end

--- Begins to say what is expected of a value: `t:expect(x):equals(1)`.
---@param value any
---@return luahost.test.Expectation
function T:expect(value) end

--- What is expected of a value. What does not hold fails the case, at the line of the call.
---@class luahost.test.Expectation
local Expectation = {}

--- Fails unless both are equal: tables by what is in them, at any depth; the message names the first difference.
---@param other any
function Expectation:equals(other) end

--- Fails unless a text has this part, or a table this item.
---@param part any
function Expectation:contains(part) end

--- Fails unless a text matches a Lua pattern somewhere.
---@param pattern string
function Expectation:matches(pattern) end

--- Fails unless the screen of an app is the stored snapshot of this name. The first run that accepts snapshots stores it.
---@param name string
function Expectation:matchesSnapshot(name) end

--- Fails if the value is nil.
function Expectation:exists() end

--- Fails unless the value is nil.
function Expectation:isNil() end

--- Fails unless the value is true, and not just anything that counts as true.
function Expectation:isTrue() end

--- Fails unless the value is false; nil is not.
function Expectation:isFalse() end

--- Calls the value, a function, and fails unless that raises an error; one that has the pattern or plain text, if it is given.
---@param pattern? string
function Expectation:fails(pattern) end

--- Fails unless the app, the value, has had an error that has the pattern or plain text; such errors are expected then.
---@param pattern? string
function Expectation:failed(pattern) end

--- Turns round what is said next: `t:expect(x):never():equals(1)`.
---@return luahost.test.Expectation
function Expectation:never() end

--- How an app is launched.
---@class luahost.test.LaunchOptions
---@field size? { [1]: integer, [2]: integer } Columns and rows of its screen; { 80, 24 }, if left out.
---@field state? string The folder that its state is kept in, relative to the test file; a fresh one, if left out.
---@field sandbox? boolean Whether it runs in the sandbox; false, if left out.
---@field options? table What `willFinishLaunching` and `didFinishLaunching` get, in later launches too.
---@field isolated? boolean Whether it runs in a process of its own.
---@field terminal? fun(command: table): integer|table|nil Called in place of programs that get the terminal: gets the command, returns their status, or `{ status =, signal = }`.
---@field errors? "allowed" "allowed" lets the case pass whatever errors the app has.

--- How an app is launched again. What is left out is as it was.
---@class luahost.test.RelaunchOptions
---@field script? string The path of another script, relative to the test file.
---@field version? string A version that counts instead of the script's own, as after an upgrade.
---@field options? table What `willFinishLaunching` and `didFinishLaunching` get.
---@field size? { [1]: integer, [2]: integer } Columns and rows of its screen.

--- A controller or view of the tree.
---@class luahost.test.Node
---@field class string The name of its class.
---@field identifier? string Its restoration identifier; nil if it has none.
---@field path? string Its identifier path, as `find` takes it; nil if it has none.
---@field restorable boolean Whether it is saved.
---@field children luahost.test.Node[] What is in it.

--- A save of the history.
---@class luahost.test.Save
---@field number integer Its number, to roll back to.
---@field savedAt number When it was written, in seconds since 1970.
---@field appVersion string The app's version that wrote it.
---@field hostVersion string The version of the host that wrote it.
---@field nodes integer How many nodes it has.
---@field changed integer How many of them it changed.
---@field kind? "autosave"|"background"|"end"|"request"|"import"|"rollback"|"recovery" What made it: autosave, the background, an orderly end, or a request.
---@field kept ("newest"|"recent"|"minute"|"hour"|"day"|"run"|"fresh"|"version"|"refusal"|"refused"|"launch-errors")[] Why it is kept, when the history is thinned.

--- A running app, as a person has it before them. Its time is virtual, and what autosave owes is written at the end of each step.
---@class luahost.test.App
local App = {}

--- Moves the app's time on: what is due by then happens in order, timers and tasks that sleep. Time moves by this and by `waitFor` alone.
---@param seconds number
function App:advance(seconds) end

--- Returns what is stored now, as tables in tables, with the `state` of each node; nil if nothing was saved.
---@return table|nil
function App:archive() end

--- Puts the app into the background, as Ctrl-Z does: it is saved.
function App:background() end

--- Presses and releases a mouse button on a cell of the screen, counted from 1. Button 1, the left one, if none is said.
---@param column integer
---@param row integer
---@param button? integer
function App:click(column, row, button) end

--- Has the app, which may be stopped, die in the middle of its next restoration or save, or of either without a moment. The step in which it dies raises an error, and nothing of that save is written; `relaunch` starts the app again.
---@param moment? "restoring"|"saving"
function App:crash(moment) end

--- Drags the mouse from one cell of the screen to another with the left button, both counted from 1.
---@param fromColumn integer
---@param fromRow integer
---@param toColumn integer
---@param toRow integer
function App:drag(fromColumn, fromRow, toColumn, toRow) end

--- Returns the messages of the app's errors so far, over all its launches, and expects them: they do not fail the case.
---@return string[]
function App:errors() end

--- Runs Lua source in the app's own state, with the other arguments as its `...`, and returns what it returns. Arguments and results are plain values.
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

--- Brings the app back from the background.
function App:foreground() end

--- Presses a key: `"enter"`, `"ctrl+c"`, `"x"`.
---@param name luahost.KeyName
function App:key(name) end

--- Ends the app as SIGKILL does: no callback runs, and nothing more is saved.
function App:kill() end

--- Pastes a text where the keys go, at once.
---@param text string
function App:paste(text) end

--- Saves the state now and returns the save's number; nil if the app does not want to be saved.
---@return integer|nil
function App:preserve() end

--- Launches the app again with the state that was saved; one that runs is killed first.
---@param options? luahost.test.RelaunchOptions
function App:relaunch(options) end

--- Gives the screen another size, from 1 to 1000 columns and rows.
---@param columns integer
---@param rows integer
function App:resize(columns, rows) end

--- Ends the app and launches it from the save of this number.
---@param number integer
function App:rollback(number) end

--- Returns the saves of the history, the oldest first.
---@return luahost.test.Save[]
function App:saves() end

--- Returns the screen as text: a line for each row, without the spaces at their ends.
---@return string
function App:screen() end

--- Turns the mouse wheel over the view of this identifier, identifier path or title: down for positive numbers of rows, up for negative ones.
---@param what string
---@param rows integer
function App:scroll(what, rows) end

--- Chooses a row of the table, or a choice of the control, of this identifier or identifier path, as by a click. Both count from 1; section 1 if none is said.
---@param what string
---@param row integer
---@param section? integer
function App:select(what, row, section) end

--- Returns the screen as text with its styles.
---@return string
function App:snapshot() end

--- Clicks on the view with this identifier, identifier path (joined by `/`) or title on the screen, or on the row with this text. Of several, the first that can be clicked is used, and a note names them. A table or outline gets keyboard focus and its first visible row. Nothing of the name is an error that shows the screen.
---@param what string
function App:tap(what) end

--- Ends the app in order: it is saved, and `willTerminate` is called.
function App:terminate() end

--- Returns what the app shows: the root controller of its first window, with all that is in it.
---@return luahost.test.Node
function App:tree() end

--- Types a text where the keys go, one character after the other.
---@param text string
function App:type(text) end

--- Lets real time pass, and the app's with it, until a text is on the screen or the function returns true. Later than after so many seconds, 5 if none are said and 240 at most, is a failure that shows the screen.
---@param what string|fun(): boolean
---@param seconds? number
function App:waitFor(what, seconds) end

---@class luahost.test
---@field folder string The folder of the test file.
local test = {}

--- Adds a case: a function that is called once, after the whole file has been read, with a `t` of its own. It passes if it raises no error and its apps have none that was not expected.
---@param name string
---@param body fun(t: luahost.test.T)
function test.case(name, body) end

--- Adds a function that is called before each case of the file; several in their order.
---@param body fun(t: luahost.test.T)
function test.before(body) end

--- Adds a function that is called after each case of the file, also one that failed; of several the last one is called first.
---@param body fun(t: luahost.test.T)
function test.after(body) end

return test
