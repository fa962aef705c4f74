-- The application uses UIKit's long callback names.
-- says:
--   note: launch-callback-of-uikit.lua:9: app:application_didFinishLaunchingWithOptions is never called; did you mean 'didFinishLaunching'?

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }

function app:application_didFinishLaunchingWithOptions(options)
  self.window = ui.Window { rootViewController = ui.ViewController {} }
end

return app
