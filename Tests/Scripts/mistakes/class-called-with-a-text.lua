-- A label receives its text in parentheses.
-- says:
--   error: <Screen> viewDidLoad: class-called-with-a-text.lua:10: Label: expected a table of properties, got a string

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view = ui.Label("Notes")
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
