-- An option is misspelt.
-- says:
--   error: <Screen> viewDidAppear: option-misspelt.lua:11: notify has no option 'second'; did you mean 'seconds'?

local ui = require "luahost"

local app
local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidAppear()
  app:notify("Saved", { second = 2 })
end

app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
