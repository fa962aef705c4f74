---@meta luahost.test
-- What lua-language-server has to know of `require "luahost.test"`, to complete and check tests in any editor.
-- A test holds this file against what the host offers.

---@class luahost.test.LaunchOptions
---@field size? { [1]: integer, [2]: integer } Columns and rows.
---@field state? string A folder to use instead of a fresh one.
---@field sandbox? boolean
---@field options? table What `willFinishLaunching` and `didFinishLaunching` get.
---@field isolated? boolean
---@field terminal? fun(command: table): integer|table|nil Stands in for programs that get the terminal; returns their status, or `{ status =, signal = }`.
---@field errors? "allowed" Errors in the app do not fail the case.

---@class luahost.test.App A running app. Time is virtual; what autosave owes is written at the end of each step.
local App = {}

---@param seconds number Lets timers happen that are due by then.
function App:advance(seconds) end

---@return table|nil What is stored now.
function App:archive() end

function App:background() end

---@param column integer From 1.
---@param row integer From 1.
---@param button? integer 1 is the left one.
function App:click(column, row, button) end

---@param fromColumn integer
---@param fromRow integer
---@param toColumn integer
---@param toRow integer
function App:drag(fromColumn, fromRow, toColumn, toRow) end

---@param source string Lua, run in the app's state.
---@param ... any Its arguments.
---@return any ...
function App:eval(source, ...) end

---@return string[] # The messages of the app's errors so far, over all its launches. They are expected then.
function App:errors() end

---@return string[] The life-cycle events since the launch.
function App:events() end

---@param identifier string An identifier, or an identifier path joined by `/`.
---@return table|nil A view or controller, to read properties of and call methods.
function App:find(identifier) end

function App:foreground() end

---@param name string `"enter"`, `"ctrl+c"`, `"x"`.
function App:key(name) end

--- As SIGKILL: no callback runs.
function App:kill() end

---@param text string
function App:paste(text) end

---@return integer|nil The save's number.
function App:preserve() end

---@param options? { script: string?, version: string?, options: table?, size: { [1]: integer, [2]: integer }? }
function App:relaunch(options) end

---@param columns integer
---@param rows integer
function App:resize(columns, rows) end

---@param number integer
function App:rollback(number) end

---@return table[] # Per save: number, savedAt, appVersion, hostVersion, nodes, changed, kind (what made it), kept (why it is there)
function App:saves() end

---@return string The screen as text, a line per row.
function App:screen() end

---@param what string
---@param rows integer Down is positive.
function App:scroll(what, rows) end

---@param what string
---@param row integer From 1.
---@param section? integer From 1.
function App:select(what, row, section) end

---@return string The screen with its styles.
function App:snapshot() end

---@param what string An identifier, an identifier path joined by `/`, or a title on the screen.
function App:tap(what) end

function App:terminate() end

---@return table `identifier`, `class`, `path`, `restorable`, `children`.
function App:tree() end

---@param text string
function App:type(text) end

--- Lets real time pass, and the app's with it, until the text is on the screen or the function returns true.
---@param what string|fun(): boolean
---@param seconds? number 5 if left out; later it is a failure.
function App:waitFor(what, seconds) end

---@class luahost.test.Expectation
local Expectation = {}

---@param part any Text in a text, an item of a table.
function Expectation:contains(part) end

---@param other any
function Expectation:equals(other) end

function Expectation:exists() end

---@param pattern? string A pattern, or plain text. The value is an app: its errors that match are expected; there is one.
function Expectation:failed(pattern) end

---@param pattern? string A pattern, or plain text, that the error has.
function Expectation:fails(pattern) end

function Expectation:isFalse() end

function Expectation:isNil() end

function Expectation:isTrue() end

---@param pattern string
function Expectation:matches(pattern) end

---@param name string The value is an app: its screen is compared with the snapshot of this name.
function Expectation:matchesSnapshot(name) end

---@return luahost.test.Expectation
function Expectation:never() end

---@class luahost.test.T
local T = {}

---@param value any
---@return luahost.test.Expectation
function T:expect(value) end

---@param path string Relative to the test file.
---@param options? luahost.test.LaunchOptions
---@return luahost.test.App
function T:launch(path, options) end

---@class luahost.test
---@field folder string The test file's folder.
local test = {}

--- Called after each case of the file, also one that failed; those that are given later come first.
---@param body fun(t: luahost.test.T)
function test.after(body) end

--- Called before each case of the file, in order.
---@param body fun(t: luahost.test.T)
function test.before(body) end

---@param name string
---@param body fun(t: luahost.test.T)
function test.case(name, body) end

return test
