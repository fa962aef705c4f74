-- An outline's data source lacks a required method.
-- says:
--   error: OutlineView numberOfChildrenOfItem: outline-source-without-items.lua:10: the data source of the OutlineView has no method 'numberOfChildrenOfItem'

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  self.view = ui.OutlineView { dataSource = self }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
