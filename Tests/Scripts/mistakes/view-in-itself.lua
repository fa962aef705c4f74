-- A view is added to itself.
-- says:
--   error: <Screen> viewDidLoad: view-in-itself.lua:10: addSubview: a view cannot be added to itself or to one of its descendants

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view:addSubview(self.view)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
