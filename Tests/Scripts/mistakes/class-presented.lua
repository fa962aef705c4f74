-- A class is presented instead of an instance.
-- says:
--   error: <Screen> viewDidAppear: class-presented.lua:12: the controller to present: expected a ViewController, got the class Sheet

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local Sheet = ui.ViewController:subclass "Sheet"

function Screen:viewDidAppear()
  self:present(Sheet)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
