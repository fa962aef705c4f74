-- The coder is used with a method of UIKit.
-- says:
--   error: screen encodeRestorableState: coder-of-uikit.lua:9: Coder has no property 'encodeObject'; did you mean 'encode'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:encodeRestorableState(coder) coder:encodeObject(1, "a") end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
