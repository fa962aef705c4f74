-- A restoration identifier is a number.
-- says:
--   error: app didFinishLaunching: identifier-that-is-a-number.lua:12: restorationIdentifier: expected a string or nil, got an integer

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = 5 } }
  self.window:makeKeyAndVisible()
end

return app
