-- A scene has a view instead of a function.
-- says:
--   error: scene-with-a-view.lua:9: scene "screen": view: expected a function that returns a view, got a Label

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

ui.Storyboard("Main", {
  initial = "screen",
  scenes = { screen = { class = Screen, view = ui.Label { text = "Hello" } } },
})

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
