-- The root is a class instead of an instance.
-- says:
--   error: app didFinishLaunching: root-that-is-a-class.lua:12: rootViewController: expected a ViewController or nil, got the class Screen

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen }
  self.window:makeKeyAndVisible()
end

return app
