-- Two siblings have the same restoration identifier.
-- says:
--   note: siblings-of-one-name.lua:11: screen/page: 2 siblings have this restoration identifier (ViewController, ViewController)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self:addChild(ui.ViewController { restorationIdentifier = "page" })
  self:addChild(ui.ViewController { restorationIdentifier = "page" })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
