-- A class is called with a colon.
-- says:
--   error: <Screen> viewDidLoad: class-called-with-a-colon.lua:10: call ui.Label with a dot, not a colon: ui.Label { … }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view = ui:Label { text = "Notes" }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
