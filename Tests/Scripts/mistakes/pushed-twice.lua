-- A controller is pushed twice.
-- says:
--   error: <Screen> viewDidAppear: pushed-twice.lua:13: cannot push ViewController: it is already on the stack

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidAppear()
  local nav = self.navigationController
  local detail = ui.ViewController {}
  nav:push(detail)
  nav:push(detail)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = ui.NavigationController { viewControllers = { Screen {} } } }
  self.window:makeKeyAndVisible()
end

return app
