-- `cellForRow` returns nothing.
-- says:
--   error: TableView cellForRow: cell-that-is-nil.lua:16: the result of cellForRow: expected a string, an attributed string, a view, or { text =, detail =, accessory = }, got nil

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local fruit = { "Apple", "Pear" }

function Screen:loadView()
  self.view = ui.TableView { dataSource = self }
end

function Screen:numberOfRowsInSection(tableView, section) return #fruit end
function Screen:cellForRow(tableView, section, row) return fruit[row + 2] end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
