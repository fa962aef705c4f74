-- A controller defines draw.
-- says:
--   note: draw-on-a-controller.lua:9: Screen:draw is never called; it is a callback of views

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:draw(canvas) end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
