-- A view encodes state, but has no identifier.
-- says:
--   note: view-state-without-identifier.lua:14: this Meter has no restorationIdentifier, so its encodeRestorableState (view-state-without-identifier.lua:10) is never called; give it one: Meter { restorationIdentifier = … }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local Meter = ui.View:subclass "Meter"
function Meter:encodeRestorableState(coder) coder:encode("percent", self.percent) end
function Meter:decodeRestorableState(coder) self.percent = coder:decode "percent" end

function Screen:viewDidLoad()
  self.view:addSubview(Meter { percent = 3 })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
