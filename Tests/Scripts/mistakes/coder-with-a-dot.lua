-- A method of the coder is called with a dot.
-- says:
--   error: screen encodeRestorableState: coder-with-a-dot.lua:10: Coder:encode: expected a Coder as self, got a string; call it as object:encode(…)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:encodeRestorableState(coder)
  coder.encode("draft", "…")
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
