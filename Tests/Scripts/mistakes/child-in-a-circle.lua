-- A child contains its parent.
-- says:
--   error: <Screen> viewDidLoad: child-in-a-circle.lua:12: cannot add ViewController to ViewController: it already has a parent, or contains ViewController; remove it from its parent first

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  local a, b = ui.ViewController {}, ui.ViewController {}
  a:addChild(b)
  b:addChild(a)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
