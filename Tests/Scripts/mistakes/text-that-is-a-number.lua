-- A text is a number.
-- says:
--   error: <Screen> viewDidLoad: text-that-is-a-number.lua:10: text: expected a string or an AttributedString, got an integer

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view = ui.Label { text = 5 }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
