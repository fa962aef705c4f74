-- A handler is set to a misspelt method.
-- says:
--   note: change-handler-misspelt.lua:13: there is no self.changd, so this onChange is nil; did you mean 'changed'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:changed() end

function Screen:viewDidLoad()
  local field = ui.TextField {}
  field.onChange = self.changd
  self.view:addSubview(field)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
