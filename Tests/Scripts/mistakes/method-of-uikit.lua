-- A method has its UIKit name.
-- says:
--   error: <Screen> viewDidAppear: method-of-uikit.lua:10: attempt to call a nil value (method 'presentViewController'); did you mean 'present'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidAppear()
  self:presentViewController(ui.ViewController {})
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
