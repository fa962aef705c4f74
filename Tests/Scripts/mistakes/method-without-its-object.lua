-- A method is passed without its object.
-- says:
--   error: timer: method-without-its-object.lua:14: attempt to index a nil value (local 'self'); the function was called without its object; write object:name(), or function() object:name() end

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  ui.after(0, self.tick)
end

function Screen:tick()
  self.title = os.date("%X")
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
