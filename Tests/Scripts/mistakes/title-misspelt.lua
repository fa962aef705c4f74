-- A property of a custom class is misspelt in an assignment.
-- says:
--   note: title-misspelt.lua:10: Screen has no property 'titel', and nothing reads this field; did you mean 'title'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.titel = "Notes"
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
