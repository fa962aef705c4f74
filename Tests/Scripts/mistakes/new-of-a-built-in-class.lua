-- An instance of a built-in class is created with new.
-- says:
--   error: <Screen> viewDidLoad: new-of-a-built-in-class.lua:10: the class Label has no method 'new'; create an instance by calling the class: Label { … }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view = ui.Label.new()
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
