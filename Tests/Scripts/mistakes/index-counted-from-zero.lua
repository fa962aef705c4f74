-- A choice is counted from 0.
-- says:
--   error: <Screen> viewDidLoad: index-counted-from-zero.lua:10: selectedSegmentIndex: expected 1 to 2, got 0

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view = ui.SegmentedControl { segments = { "Day", "Week" }, selectedSegmentIndex = 0 }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
