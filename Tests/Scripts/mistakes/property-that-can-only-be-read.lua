-- A read-only property is set.
-- says:
--   error: <Screen> viewDidLoad: property-that-can-only-be-read.lua:10: the property 'subviews' is read-only; subviews are added with addSubview, or as the items of a stack: ui.VStack { view, view }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view.subviews = { ui.Label { text = "Notes" } }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
