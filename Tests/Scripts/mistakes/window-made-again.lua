-- The launch creates a second window beside the restored one.
-- launches: 2
-- says:
--   note: window-made-again.lua:20: didFinishLaunching creates a second window beside the restored one; create the window in willFinishLaunching, and set its root only if it has none

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewControllerWithRestorationIdentifierPath(path, coder)
  return Screen {}
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen } }
  self.window:makeKeyAndVisible()
end

return app
