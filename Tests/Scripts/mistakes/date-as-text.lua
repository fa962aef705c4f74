-- A date is given as text.
-- says:
--   error: <Screen> viewDidLoad: date-as-text.lua:10: date: expected a Date, got a string

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view:addSubview(ui.DatePicker { date = "2024-01-01" })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
