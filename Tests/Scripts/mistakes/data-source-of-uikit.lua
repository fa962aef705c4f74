-- A data source uses UIKit's names.
-- says:
--   note: data-source-of-uikit.lua:15: Screen:tableView_didSelectRowAtIndexPath is never called; did you mean 'didSelectRow'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  self.view = ui.TableView { dataSource = self, delegate = self }
end

function Screen:numberOfRowsInSection(tableView, section) return 2 end
function Screen:cellForRow(tableView, section, row) return "row " .. row end
function Screen:tableView_didSelectRowAtIndexPath(tableView, indexPath) end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
