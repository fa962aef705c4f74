-- Only the first error is reported, not its consequences.
-- says:
--   error: app willFinishLaunching: error-before-the-window.lua:10: the module luahost has no 'Windo'; did you mean 'Window'?

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }

function app:willFinishLaunching()
  self.window = ui.Windo()
end

function app:didFinishLaunching()
  self.window.rootViewController = ui.ViewController {}
  self.window:makeKeyAndVisible()
end

return app
