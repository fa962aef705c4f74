-- The launch makes a root though one was restored.
-- launches: 2
-- says:
--   note: root-made-again.lua:24: didFinishLaunching sets a root over the one that was restored, so what was restored is gone; set it only if there is none: if not self.window.rootViewController then … end

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
