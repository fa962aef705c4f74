-- A key command has no action.
-- says:
--   error: <Screen> viewDidLoad: key-without-action.lua:10: the action of the command "Save": expected a function, or the name of a method, got nil

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.keyCommands = { { title = "Save", input = "ctrl+s" } }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
