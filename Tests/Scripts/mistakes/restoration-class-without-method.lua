-- A restoration class cannot make anything.
-- says:
--   note: restoration-class-without-method.lua:12: Screen is a restoration class and has no method viewControllerWithRestorationIdentifierPath; define function Screen:viewControllerWithRestorationIdentifierPath(path, coder)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen } }
  self.window:makeKeyAndVisible()
end

return app
