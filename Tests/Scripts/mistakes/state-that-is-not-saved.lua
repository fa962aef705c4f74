-- A controller keeps state in an app that saves nothing.
-- says:
--   note: state-that-is-not-saved.lua:9: Screen:encodeRestorableState is never called, as the app saves nothing; it opts in by function app:shouldSaveApplicationState(coder) return true end, and shouldRestoreApplicationState likewise

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:encodeRestorableState(coder) coder:encode("draft", "…") end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
