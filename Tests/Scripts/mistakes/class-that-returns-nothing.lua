-- A restoration class creates a controller but does not return it.
-- launches: 2
-- says:
--   note: class-that-returns-nothing.lua:10: screen (Screen) was not restored

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewControllerWithRestorationIdentifierPath(path, coder)
  local screen = Screen {}
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen } }
  self.window:makeKeyAndVisible()
end

return app
