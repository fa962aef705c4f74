-- A timer's function is a misspelt method.
-- says:
--   error: <Screen> viewDidLoad: timer-misspelt.lua:12: action: expected a function, got nil

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:tick() end

function Screen:viewDidLoad()
  ui.after(1, self.tik)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
