-- A method of a built-in class is misspelt.
-- says:
--   error: <Screen> viewDidLoad: method-misspelt.lua:10: attempt to call a nil value (method 'adChild'); did you mean 'addChild'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self:adChild(ui.ViewController {})
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
