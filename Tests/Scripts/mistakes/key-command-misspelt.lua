-- A key command has a misspelt field.
-- says:
--   error: <Screen> viewDidLoad: key-command-misspelt.lua:10: keyCommands: command 1 has no field 'key'; it has title, hint, input and action

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.keyCommands = { { title = "Save", key = "ctrl+s", action = function() end } }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
