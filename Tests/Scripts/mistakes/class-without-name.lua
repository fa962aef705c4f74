-- A subclass has no name.
-- says:
--   error: class-without-name.lua:9: the subclass's name: expected a string, got nothing

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local X = ui.View:subclass()

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
