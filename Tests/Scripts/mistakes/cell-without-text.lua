-- A cell's text has another field name.
-- says:
--   error: TableView cellForRow: cell-without-text.lua:14: the result of cellForRow has no text: expected a string, an attributed string, a view, or { text =, detail =, accessory = }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  self.view = ui.TableView { dataSource = self }
end

function Screen:numberOfRowsInSection(tableView, section) return 2 end
function Screen:cellForRow(tableView, section, row) return { title = "row " .. row } end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
