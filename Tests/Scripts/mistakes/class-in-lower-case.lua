-- A class name is written in lower case.
-- says:
--   error: <Screen> viewDidLoad: class-in-lower-case.lua:10: the module luahost has no 'label'; did you mean 'Label'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view = ui.label { text = "Notes" }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
