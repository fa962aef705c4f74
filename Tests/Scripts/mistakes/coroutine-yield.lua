-- A callback yields.
-- says:
--   error: <Screen> viewDidLoad: coroutine-yield.lua:10: attempt to yield from outside a coroutine; call waiting functions in a task: ui.task(function() … end)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  coroutine.yield()
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
