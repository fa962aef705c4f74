-- A callback of the application is a value.
-- says:
--   note: callback-that-is-a-value.lua:13: app:shouldSaveApplicationState is never called; it is a boolean, but must be a function: function app:shouldSaveApplicationState(…) … end

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad() end

local app = ui.Application { identifier = "org.example.mistake" }

app.shouldSaveApplicationState = true

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
