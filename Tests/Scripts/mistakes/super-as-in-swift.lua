-- A superclass is called as in Swift.
-- says:
--   error: <Screen> viewDidLoad: super-as-in-swift.lua:10: attempt to index a nil value (global 'super'); it is a field of the class: Class.super.name(self, …)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  super.viewDidLoad(self)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
