-- A stack contains nil.
-- says:
--   error: <Screen> viewDidLoad: item-that-is-nil.lua:10: item 1 of VStack: expected a View, got nil

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view:addSubview(ui.VStack { self.heading, ui.TextField {} })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
