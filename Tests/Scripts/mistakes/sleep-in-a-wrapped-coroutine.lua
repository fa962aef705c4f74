-- A coroutine of the script waits.
-- says:
--   error: <Screen> viewDidLoad: sleep-in-a-wrapped-coroutine.lua:10: sleep-in-a-wrapped-coroutine.lua:10: ui.sleep waits, so it can only be called in a task: ui.task(function() ui.sleep(...) end)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  coroutine.wrap(function() ui.sleep(1) end)()
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
