-- A controller defines a callback of the application.
-- says:
--   note: callback-of-the-app.lua:9: Screen:didEnterBackground is never called; it is a callback of the application

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:didEnterBackground()
  self.isPaused = true
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
