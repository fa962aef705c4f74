-- A coroutine of the script waits, and its error is ignored.
-- says:
--   note: sleep-in-a-coroutine.lua:10: ui.sleep waits, so it can only be called in a task: ui.task(function() ui.sleep(...) end)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  local wait = coroutine.create(function() ui.sleep(1) self.title = "Ready" end)
  coroutine.resume(wait)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
