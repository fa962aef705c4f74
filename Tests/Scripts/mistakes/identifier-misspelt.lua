-- A property of a custom class is misspelt at creation.
-- says:
--   note: identifier-misspelt.lua:12: Screen has no property 'restorationIdentifer', and nothing reads this field; did you mean 'restorationIdentifier'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifer = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
