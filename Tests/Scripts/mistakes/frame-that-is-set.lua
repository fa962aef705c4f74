-- A frame is set.
-- says:
--   error: <Screen> viewDidLoad: frame-that-is-set.lua:10: the property 'frame' can only be read; what a view is in lays it out, by the room and by its width, height and the like

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
