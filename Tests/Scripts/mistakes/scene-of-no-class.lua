-- A scene names a class that does not exist.
-- says:
--   error: main storyboard: scene-of-no-class.lua:9: scene "screen": there is no class Scren; did you mean 'Screen'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local main = ui.Storyboard("Main", {
  initial = "screen",
  scenes = { screen = { class = "Scren" } },
})

local app = ui.Application { identifier = "org.example.mistake" }

app.storyboard = main

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
