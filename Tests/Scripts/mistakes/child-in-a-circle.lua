-- A child contains its parent.
-- says:
--   error: <Screen> viewDidLoad: child-in-a-circle.lua:12: ViewController cannot go under ViewController: it is in a tree already, or contains ViewController itself; remove it from there first

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
