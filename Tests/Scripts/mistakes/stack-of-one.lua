-- A list of controllers is a single controller.
-- says:
--   error: <Screen> viewDidLoad: stack-of-one.lua:10: viewControllers: expected a list (each item a ViewController), got a ViewController

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  local t = ui.NavigationController { viewControllers = ui.ViewController {} }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
