-- A callback is misspelt.
-- says:
--   note: callback-misspelt.lua:9: Screen:viewDidload is never called; did you mean 'viewDidLoad'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidload()
  self.title = "Notes"
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
