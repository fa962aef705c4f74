-- A frame is set.
-- says:
--   error: <Screen> viewDidLoad: frame-that-is-set.lua:10: the property 'frame' is read-only; the superview sets the frame during layout, from the available room and the view's width, height and similar properties

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view:addSubview(ui.Label { text = "x", frame = { 1, 2, 3, 4 } })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
