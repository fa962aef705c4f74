-- An error is raised with a table.
-- says:
--   error: <Screen> viewDidLoad: { code = 404, reason = "no such note" }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  error { code = 404, reason = "no such note" }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
