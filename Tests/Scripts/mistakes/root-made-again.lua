-- The launch replaces the restored root.
-- launches: 2
-- says:
--   note: root-made-again.lua:24: didFinishLaunching replaces the restored root, so the restored state is lost; set it only if there is none: if not self.window.rootViewController then … end

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewControllerWithRestorationIdentifierPath(path, coder)
  return Screen {}
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching()
  self.window = ui.Window()
end

function app:didFinishLaunching()
  self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  self.window:makeKeyAndVisible()
end

return app
