-- A list is read from a property, changed, and not assigned.
-- says:
--   note: list-changed-in-place.lua:10: the list read from self.keyCommands is a copy; changes to it have no effect unless it is assigned: local list = self.keyCommands; …; self.keyCommands = list

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  table.insert(self.keyCommands, { title = "Add", input = "a", action = function() end })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
