-- A controller encodes state, but the app saves nothing.
-- says:
--   note: state-that-is-not-saved.lua:9: Screen:encodeRestorableState is never called, because the app saves nothing; to save its state, define function app:shouldSaveApplicationState(coder) return true end, and shouldRestoreApplicationState likewise

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:encodeRestorableState(coder) coder:encode("draft", "…") end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
