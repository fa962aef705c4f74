-- A class is misspelt.
-- says:
--   error: <Screen> viewDidLoad: class-misspelt.lua:10: the module luahost has no 'Vstack'; did you mean 'VStack'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view = ui.Vstack { ui.Label { text = "Notes" } }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
