-- The arguments of encode are swapped, as in Swift.
-- says:
--   error: screen encodeRestorableState: coder-arguments-swapped.lua:10: the key: expected a string, got a table

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:encodeRestorableState(coder)
  coder:encode({ "a", "b" }, "list")
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
