-- A callback of the application has an incomplete name.
-- says:
--   note: callback-cut-short.lua:9: app:didFinishLaunch is never called; did you mean 'didFinishLaunching'?

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunch()
  self.window = ui.Window { rootViewController = ui.ViewController {} }
  self.window:makeKeyAndVisible()
end

return app
