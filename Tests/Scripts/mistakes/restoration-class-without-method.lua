-- A restoration class has no restoration method.
-- says:
--   note: restoration-class-without-method.lua:12: the restoration class Screen has no method viewControllerWithRestorationIdentifierPath; define function Screen:viewControllerWithRestorationIdentifierPath(path, coder)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen } }
  self.window:makeKeyAndVisible()
end

return app
