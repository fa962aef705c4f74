-- A table with a button in each of six columns.
local ui = require "luahost"
local Screen = ui.ViewController:subclass "ButtonsScreen"

function Screen:loadView()
  local columns = {}
  for column = 1, 6 do columns[column] = { title = "Column " .. column, width = 11 } end
  self.view = ui.TableView { restorationIdentifier = "table", columns = columns, dataSource = self }
end

function Screen:numberOfRowsInSection() return 30 end
function Screen:cellForRow(_, _, row)
  local cells = {}
  for column = 1, 6 do cells[column] = ui.Button { title = row .. ":" .. column } end
  return cells
end
function Screen:modelIdentifierForElement(_, _, row) return row end

local app = ui.Application { identifier = "luahost.tests.buttons-in-columns" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
end
function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
