-- A restoration class is given by name.
-- says:
--   error: app didFinishLaunching: restoration-class-by-name.lua:12: restorationClass: expected a class or nil, got a string

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen", restorationClass = "Screen" } }
  self.window:makeKeyAndVisible()
end

return app
