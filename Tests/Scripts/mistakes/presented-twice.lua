-- A controller is presented twice.
-- says:
--   error: <Screen> viewDidAppear: presented-twice.lua:11: Screen already presents ViewController; dismiss that first, or present from ViewController

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidAppear()
  self:present(ui.ViewController {})
  self:present(ui.ViewController {})
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
