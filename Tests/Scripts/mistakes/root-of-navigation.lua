-- A navigation controller is given a root view controller.
-- says:
--   error: <Screen> viewDidLoad: root-of-navigation.lua:10: NavigationController has no property 'rootViewController'; did you mean 'viewControllers'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  local t = ui.NavigationController { rootViewController = ui.ViewController {} }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
