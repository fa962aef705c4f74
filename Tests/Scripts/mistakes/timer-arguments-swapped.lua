-- The arguments of a timer are swapped.
-- says:
--   error: <Screen> viewDidLoad: timer-arguments-swapped.lua:10: seconds: expected a number, got a function

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  ui.every(function() self.title = os.date() end, 1)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
