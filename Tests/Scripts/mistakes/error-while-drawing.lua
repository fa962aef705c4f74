-- An error in each drawing is reported once.
-- says:
--   error: Meter draw: error-while-drawing.lua:12: attempt to concatenate a nil value (field 'percent')

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local Meter = ui.View:subclass "Meter"

function Meter:draw(canvas)
  canvas:put(1, 1, self.percent .. " %")
end

function Screen:loadView()
  self.view = Meter {}
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
