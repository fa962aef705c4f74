-- A callback waits for a server.
-- says:
--   error: <Screen> viewDidLoad: fetch-in-a-callback.lua:10: ui.fetch waits, so it can only be called in a task: ui.task(function() ui.fetch(...) end)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  local result = ui.fetch("https://example.org")
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
