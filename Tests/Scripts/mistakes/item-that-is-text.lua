-- A stack contains a string.
-- says:
--   error: <Screen> viewDidLoad: item-that-is-text.lua:10: item 1 of VStack: expected a View, got a string

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view:addSubview(ui.VStack { "Name", ui.TextField {} })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
