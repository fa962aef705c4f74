-- The application defines a callback of view controllers.
-- says:
--   note: callback-of-a-controller.lua:11: app:viewDidLoad is never called; it is a callback of view controllers

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local app = ui.Application { identifier = "org.example.mistake" }

function app:viewDidLoad()
  self.isReady = true
end

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
