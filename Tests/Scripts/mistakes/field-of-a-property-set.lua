-- A field of a table that is read from a property is set.
-- says:
--   note: field-of-a-property-set.lua:13: the table read from self.scroll.contentOffset is a copy; changes to it have no effect unless it is assigned: local value = self.scroll.contentOffset; …; self.scroll.contentOffset = value

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  local lines = {}
  for number = 1, 50 do lines[number] = ui.Label { text = "Line " .. number } end
  self.scroll = ui.ScrollView { ui.VStack(lines) }
  self.scroll.contentOffset.y = 2
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
