-- An init calls the init of a built-in class.
-- says:
--   error: app didFinishLaunching: init-with-super.lua:9: the class ViewController has no method 'init'; built-in classes have no init to call

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:init(properties) Screen.super.init(self, properties) end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
