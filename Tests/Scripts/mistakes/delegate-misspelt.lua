-- A plain table used as a data source has a misspelt function.
-- says:
--   note: delegate-misspelt.lua:14: the data source's didSelectRows is never called; did you mean 'didSelectRow'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local fruit = { "Apple", "Pear" }
local source = {}

function source:numberOfRowsInSection() return #fruit end
function source:cellForRow(tableView, section, row) return fruit[row] end
function source:didSelectRows(tableView, section, row) print(fruit[row]) end

function Screen:loadView()
  self.view = ui.TableView { dataSource = source }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
