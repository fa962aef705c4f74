-- A function of the module is called with a colon.
-- says:
--   error: <Screen> viewDidLoad: function-called-with-a-colon.lua:10: call ui.after with a dot, not a colon: ui.after(…)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  ui:after(1, function() self.title = "Notes" end)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
