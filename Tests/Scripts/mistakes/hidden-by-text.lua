-- A boolean is given as text.
-- says:
--   error: <Screen> viewDidLoad: hidden-by-text.lua:10: isHidden: expected a boolean, got a string

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view.isHidden = "yes"
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
