-- A task is started without a function.
-- says:
--   error: <Screen> viewDidLoad: task-of-nothing.lua:10: ui.task: expected a function, got nothing

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  ui.task()
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
