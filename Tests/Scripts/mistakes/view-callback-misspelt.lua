-- A view's callback is misspelt.
-- says:
--   note: view-callback-misspelt.lua:11: Meter:keyPresed is never called; did you mean 'keyPressed'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local Meter = ui.View:subclass "Meter"

function Meter:keyPresed(key)
  return key == "x"
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
