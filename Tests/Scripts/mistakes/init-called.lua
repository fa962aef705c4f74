-- An instance is created by calling init.
-- says:
--   error: <Screen> viewDidLoad: init-called.lua:10: attempt to call a nil value (method 'init'); create an instance by calling the class: Class { … }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self:addChild(Screen:init {})
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
