-- The views of a stack are set through a read-only property.
-- says:
--   error: <Screen> viewDidLoad: children-of-a-view.lua:10: the property 'subviews' is read-only; subviews are added with addSubview, or as the items of a stack: ui.VStack { view, view }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view:addSubview(ui.VStack { subviews = { ui.Label { text = "x" } } })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
