-- A field of a range is misspelt.
-- says:
--   error: <Screen> viewDidLoad: range-misspelt.lua:10: selectedRange has no field 'lenght'; did you mean 'length'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view:addSubview(ui.TextField { text = "abc", selectedRange = { location = 1, lenght = 2 } })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
