-- nil is pushed instead of a controller.
-- says:
--   error: <Screen> viewDidAppear: push-nil.lua:10: controller: expected a ViewController, got nil

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidAppear()
  self.navigationController:push(self.detail)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = ui.NavigationController { viewControllers = { Screen {} } } }
  self.window:makeKeyAndVisible()
end

return app
