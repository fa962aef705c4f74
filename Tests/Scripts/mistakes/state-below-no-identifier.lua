-- A controller encodes state, but its container has no identifier.
-- says:
--   note: state-below-no-identifier.lua:17: this NavigationController has no restorationIdentifier, so the node with an identifier below it is not saved (<NavigationController>/screen); give it one: restorationIdentifier = …

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:encodeRestorableState(coder) coder:encode("draft", "…") end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = ui.NavigationController { viewControllers = { Screen { restorationIdentifier = "screen" } } } }
  self.window:makeKeyAndVisible()
end

return app
