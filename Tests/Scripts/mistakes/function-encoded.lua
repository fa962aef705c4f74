-- A function is encoded.
-- says:
--   error: screen encodeRestorableState: function-encoded.lua:10: cannot encode key "handlers".save: a function cannot be saved; save the values that it is made from (booleans, numbers, strings, tables, ui.AttributedString, ui.Data, ui.Date, view controllers and registered objects can be)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:encodeRestorableState(coder)
  coder:encode("handlers", { save = function() end })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
