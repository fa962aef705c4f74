-- The app of a prompt without a script.
local ui = require "luahost"
local app = ui.Application { identifier = "luahost.prompt" }
function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = ui.ViewController {} }
  self.window:makeKeyAndVisible()
end
return app
