-- A timer cancels itself in its own function.
-- says:
--   error: timer: timer-in-its-own-initialiser.lua:10: attempt to index a nil value (global 'timer'); a local is not visible in its own initial value; declare it first: local timer; timer = …

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  local timer = ui.after(0, function() timer:cancel() end)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
