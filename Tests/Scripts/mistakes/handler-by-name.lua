-- A button's action is the name of a method.
-- says:
--   error: <Screen> viewDidLoad: handler-by-name.lua:10: action: expected a function or nil, got a string

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view = ui.Button { title = "Save", action = "save" }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
