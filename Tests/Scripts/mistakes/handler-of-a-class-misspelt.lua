-- A handler is a misspelt function of the class.
-- says:
--   note: handler-of-a-class-misspelt.lua:12: there is no Screen.presed, so this action is nil; did you mean 'pressed'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen.pressed() end

function Screen:viewDidLoad()
  self.view:addSubview(ui.Button { title = "Save", action = Screen.presed })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
