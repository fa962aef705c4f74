-- A variable is incremented as in C.
-- says:
--   error: increment-as-in-c.lua:10: syntax error near '+'; Lua has no += and no ++: name = name + 1

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.count += 1
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
