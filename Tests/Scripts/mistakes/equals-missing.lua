-- A comparison has one equals sign.
-- says:
--   error: equals-missing.lua:10: 'then' expected near '='; compare with ==

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  if self.title = "x" then end
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
