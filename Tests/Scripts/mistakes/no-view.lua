-- `loadView` creates a view but does not set it.
-- says:
--   note: no-view.lua:9: Screen:loadView sets no view; create one and set it: self.view = …

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  local view = ui.VStack { ui.Label { text = "Notes" } }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
