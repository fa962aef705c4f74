-- A view defines a callback of controllers.
-- says:
--   note: appear-on-a-view.lua:10: Meter:viewWillAppear is never called; it is a callback of view controllers

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local Meter = ui.View:subclass "Meter"
function Meter:viewWillAppear() end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
