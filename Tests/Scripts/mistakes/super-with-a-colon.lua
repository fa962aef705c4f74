-- A superclass's method is called with a colon.
-- says:
--   error: screen encodeRestorableState: super-with-a-colon.lua:10: ViewController:encodeRestorableState: expected a ViewController as self, got the class ViewController; call a superclass's method with a dot: Class.super.encodeRestorableState(self, …)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:encodeRestorableState(coder)
  Screen.super:encodeRestorableState(coder)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
