-- A property is defined as a method.
-- says:
--   note: property-that-is-a-method.lua:9: Screen:keyCommands is never called; it is a property; set it: self.keyCommands = …

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:keyCommands()
  return { { title = "Save", input = "ctrl+s", action = "save" } }
end

function Screen:save() end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
