-- Two values are compared as in C.
-- says:
--   error: not-equal-as-in-c.lua:10: 'then' expected near '!'; Lua's operators are ~= (not equal) and not

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  if self.title != "x" then end
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
