-- A property is misspelt.
-- says:
--   error: <Screen> viewDidLoad: property-misspelt.lua:10: Label has no property 'txt'; did you mean 'text'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view = ui.Label { txt = "Notes" }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
