-- Two views have the same restoration identifier.
-- says:
--   note: views-of-one-name.lua:12: screen/field: 2 siblings have this restoration identifier (TextField, TextField)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  self.view = ui.VStack {
    ui.TextField { restorationIdentifier = "field" },
    ui.TextField { restorationIdentifier = "field" },
  }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
