-- The data source returns the rows instead of their number.
-- says:
--   error: TableView numberOfRowsInSection: rows-that-are-a-table.lua:15: the number of rows: expected an integer, got a table

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local fruit = { "Apple", "Pear" }

function Screen:loadView()
  self.view = ui.TableView { dataSource = self }
end

function Screen:numberOfRowsInSection(tableView, section) return fruit end
function Screen:cellForRow(tableView, section, row) return fruit[row] end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
