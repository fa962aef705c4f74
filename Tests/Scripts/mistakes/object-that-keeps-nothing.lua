-- A registered object has no restoration methods.
-- says:
--   note: object-that-keeps-nothing.lua:16: the registered object "settings" is not saved: it has no method encodeRestorableState; define encodeRestorableState(coder) and decodeRestorableState(coder)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"



local app = ui.Application { identifier = "org.example.mistake" }

local settings = { volume = 3 }

function app:willFinishLaunching()
  self:registerObjectForStateRestoration(settings, "settings")
end
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
