-- The data source does not return the number of rows.
-- says:
--   error: TableView numberOfRowsInSection: rows-that-are-nil.lua:13: the number of rows: expected an integer, got nil

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  self.view = ui.TableView { dataSource = self }
end

function Screen:numberOfRowsInSection(tableView, section) self.asked = true end
function Screen:cellForRow(tableView, section, row) return "row" end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
