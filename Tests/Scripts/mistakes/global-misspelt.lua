-- A function of Lua is misspelt.
-- says:
--   error: <Screen> viewDidLoad: global-misspelt.lua:10: attempt to call a nil value (global 'pritn'); did you mean 'print'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  pritn("loaded")
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
