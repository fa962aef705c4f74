-- The launch creates no window.
-- says:
--   note: no-window.lua:9: the launch finished without a window, so nothing is shown; in didFinishLaunching: self.window = ui.Window { rootViewController = … }; self.window:makeKeyAndVisible()

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  local screen = ui.ViewController { title = "Notes" }
end

return app
