-- An alert's actions are strings.
-- says:
--   error: <Screen> viewDidLoad: alert-of-strings.lua:10: actions: item 1: expected a table { title =, style =, handler = }, got a string

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self:present(ui.AlertController { title = "x", actions = { "OK", "Cancel" } })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
