-- A callback returns a string instead of true.
-- says:
--   note: answer-that-is-not-true.lua:11: app:shouldSaveApplicationState returned a string; only true means yes

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState(coder) return "yes" end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
