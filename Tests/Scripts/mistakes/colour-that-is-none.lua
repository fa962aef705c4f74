-- A colour does not exist.
-- says:
--   error: <Screen> viewDidLoad: colour-that-is-none.lua:10: foreground: expected a colour (a name like "red" or "brightBlue", "#rrggbb", a number from 0 to 255 as a string, or "default"), got "gren"; did you mean 'green'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view = ui.Label { text = "Notes", style = { foreground = "gren" } }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
