-- Rows are counted from 0.
-- says:
--   error: <Screen> viewDidLoad: row-counted-from-zero.lua:11: section: expected 1 or more, got 0

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view = ui.TableView { rows = { "a", "b" } }
  self.view:selectRow(0, 0)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
