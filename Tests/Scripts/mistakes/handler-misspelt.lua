-- A button's action is a misspelt method.
-- says:
--   note: handler-misspelt.lua:12: there is no self.presed, so this action is nil; did you mean 'pressed'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:pressed() end

function Screen:viewDidLoad()
  self.view:addSubview(ui.Button { title = "Save", action = self.presed })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
