-- A data source has a misspelt method.
-- says:
--   error: TableView numberOfRowsInSection: data-source-misspelt.lua:10: the data source of the TableView has no method 'numberOfRowsInSection', but 'numberOfRowInSection' (data-source-misspelt.lua:13)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  self.view = ui.TableView { dataSource = self }
end

function Screen:numberOfRowInSection(tableView, section) return 2 end
function Screen:cellForRow(tableView, section, row) return "row " .. row end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
