-- A single key command is not in a list.
-- says:
--   error: <Screen> viewDidLoad: key-command-alone.lua:10: keyCommands: expected a list of { title =, input =, action = }; put a single one in a list: { { … } }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.keyCommands = { title = "Save", input = "ctrl+s", action = function() end }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
