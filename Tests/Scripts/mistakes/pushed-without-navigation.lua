-- A screen pushes onto itself.
-- says:
--   error: <Screen> viewDidAppear: pushed-without-navigation.lua:10: attempt to call a nil value (method 'push'); it is a method of NavigationController

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidAppear()
  self:push(ui.ViewController {})
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
