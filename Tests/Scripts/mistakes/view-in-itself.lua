-- A view is put into itself.
-- says:
--   error: <Screen> viewDidLoad: view-in-itself.lua:10: addSubview: a view cannot go into itself, or into a view that is in it

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
