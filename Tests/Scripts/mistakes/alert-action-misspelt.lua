-- An alert's action has a misspelt field.
-- says:
--   error: <Screen> viewDidAppear: alert-action-misspelt.lua:10: an alert's action has no field 'action'; it has title, style and handler

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidAppear()
  self:present(ui.AlertController { title = "Delete?", actions = { { title = "Yes", action = print } } })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
