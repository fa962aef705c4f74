-- A method is defined with a dot, so it has no self.
-- says:
--   error: <Screen> viewDidLoad: method-without-self.lua:10: attempt to index a nil value (global 'self'); define functions that use self with a colon: function Class:name()

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen.viewDidLoad()
  self.title = "Notes"
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
