-- super is called without self.
-- says:
--   error: <Screen> viewWillAppear: super-call-without-self.lua:9: ViewController:viewWillAppear: expected a ViewController as self, got nothing; call a superclass's method with a dot: Class.super.viewWillAppear(self, …)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewWillAppear() Screen.super.viewWillAppear() end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
