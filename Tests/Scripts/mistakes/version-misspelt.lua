-- A property of the app is misspelt.
-- says:
--   note: version-misspelt.lua:7: Application has no property 'verison', and nothing reads this field; did you mean 'version'?

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake", verison = "1.0" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = ui.ViewController {} }
  self.window:makeKeyAndVisible()
end

return app
