-- A handler is called instead of passed.
-- says:
--   note: handler-called.lua:12: self:pressed() is called here and returns nothing, so this action is nil; pass a function: action = function() self:pressed() end

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:pressed() end

function Screen:viewDidLoad()
  self.view:addSubview(ui.Button { title = "Save", action = self:pressed() })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
