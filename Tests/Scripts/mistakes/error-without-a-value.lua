-- An error is raised with nil.
-- says:
--   error: <Screen> viewDidLoad: error-without-a-value.lua:10: error was called with nil; pass it a message: error("…")

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  error()
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
