-- The methods of a registered object are misspelt.
-- says:
--   note: object-misspelt.lua:18: the registered object "settings" is not saved: it has no method encodeRestorableState, but 'encodeRestorableSate'

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"



local app = ui.Application { identifier = "org.example.mistake" }

local settings = { volume = 3 }
function settings:encodeRestorableSate(coder) coder:encode(self.volume, "volume") end
function settings:decodeRestorableSate(coder) self.volume = coder:decode "volume" end

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
