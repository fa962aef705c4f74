-- An instance is created with new.
-- says:
--   error: app didFinishLaunching: new.lua:12: attempt to call a nil value (method 'new'); create an instance by calling the class: Class { … }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen:new() }
  self.window:makeKeyAndVisible()
end

return app
