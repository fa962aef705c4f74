-- A delegate inherits a misspelt method from its metatable.
-- says:
--   note: delegate-with-a-class.lua:11: the delegate's didSelectRowAt is never called; did you mean 'didSelectRow'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local Chooser = {}
Chooser.__index = Chooser
function Chooser:didSelectRowAt(tableView, section, row) end

function Screen:loadView()
  self.view = ui.TableView { rows = { "a" }, delegate = setmetatable({}, Chooser) }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
