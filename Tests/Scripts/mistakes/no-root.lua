-- The window has no root.
-- says:
--   note: no-root.lua:9: the launch finished, but no window has a rootViewController, so nothing is shown; in didFinishLaunching: self.window.rootViewController = …

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window()
  self.window:makeKeyAndVisible()
end

return app
