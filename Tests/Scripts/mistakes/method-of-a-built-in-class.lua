-- A method is added to a built-in class.
-- says:
--   error: method-of-a-built-in-class.lua:9: ViewController is built in and cannot be changed; create a subclass: ui.ViewController:subclass "MyViewController"

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function ui.ViewController:hello() end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
