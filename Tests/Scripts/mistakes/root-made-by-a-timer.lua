-- A timer replaces the restored root.
-- launches: 2
-- says:
--   note: root-made-by-a-timer.lua:21: this replaces the restored root with a new Screen, so the restored state is lost; set it only if there is none: if not self.window.rootViewController then … end

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewControllerWithRestorationIdentifierPath(path, coder)
  return Screen {}
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching() self.window = ui.Window() end

function app:didFinishLaunching()
  ui.after(0, function() self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen } end)
  self.window:makeKeyAndVisible()
end

return app
