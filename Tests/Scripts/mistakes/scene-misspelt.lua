-- A field of a scene is misspelt.
-- says:
--   error: scene-misspelt.lua:9: scene "screen" has no field 'clas'; did you mean 'class'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

ui.Storyboard("Main", {
  initial = "screen",
  scenes = { screen = { clas = Screen } },
})

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
