-- A controller uses its container before it has one.
-- says:
--   error: <Screen> viewDidLoad: controller-in-viewDidLoad.lua:10: attempt to index a nil value (field 'navigationController'); the controller is not inside one

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.navigationController:push(ui.ViewController {})
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
