-- A timer is given the result of a function call.
-- says:
--   error: <Screen> viewDidLoad: timer-gets-a-result.lua:10: action: expected a function, got nothing

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  ui.after(1, print("x"))
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
