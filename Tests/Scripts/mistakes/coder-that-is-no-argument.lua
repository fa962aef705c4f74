-- The coder is missing in the method's parameters.
-- says:
--   error: screen encodeRestorableState: coder-that-is-no-argument.lua:9: attempt to index a nil value (global 'coder'); it is a parameter: function Class:encodeRestorableState(coder)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:encodeRestorableState() coder:encode("a", 1) end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
