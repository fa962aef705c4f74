-- Tabs are views instead of controllers.
-- says:
--   error: <Screen> viewDidLoad: tab-without-controllers.lua:10: viewControllers: item 1: expected a ViewController, got a Label

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  local t = ui.TabBarController { viewControllers = { ui.Label { text = "x" } } }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
