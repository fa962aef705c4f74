-- A table whose cells are focused and chosen.
local ui = require "luahost"
local app = ui.Application { identifier = "org.luahost.cells", version = "1.0" }
local Screen = ui.ViewController:subclass "CellsScreen"

local data = { { "Ada", "36", "London" }, { "Bob", "7", "Rome" }, { "Cyd", "50", "Oslo" } }
local columns = {
  { title = "Name", width = 10, isSortable = true }, { title = "Age", width = 5 }, { title = "City", width = 10 },
}

function Screen:viewControllerWithRestorationIdentifierPath()
  return Screen { restorationIdentifier = "screen", restorationClass = Screen }
end

function Screen:loadView()
  self.status = ui.Label { text = "nothing" }
  self.table = ui.TableView {
    restorationIdentifier = "table", selectionMode = "cell", columns = columns, dataSource = self,
    emptyText = "No people",
  }
  self.view = ui.VStack { self.status, self.table }
end

function Screen:numberOfRowsInSection() return #data end
function Screen:cellForRow(_, _, row) return data[row] end
function Screen:modelIdentifierForElement(_, _, row) return data[row][1] end
function Screen:didSelectRow(_, _, row) self.status.text = "row " .. row end
function Screen:didSelectCell(tableView, section, row, column)
  self.status.text = ("cell %d %d %d"):format(section, row, column)
end
function Screen:canEditCell(_, _, _, column) return column > 1 end
function Screen:commitEdit(_, _, row, column, text)
  if column == 2 and not tonumber(text) then error "an age is a number" end
  data[row][column] = text
end
function Screen:didSort(_, _, ascending)
  table.sort(data, function(a, b) if ascending then return a[1] < b[1] else return a[1] > b[1] end end)
end

-- Changes while a cell is edited.
function Screen:remove(row)
  table.remove(data, row)
  self.table:reloadData()
end
function Screen:removeAll()
  while #data > 0 do table.remove(data) end
  self.table:reloadData()
end
function Screen:removeColumn(index)
  local columns = self.table.columns
  table.remove(columns, index)
  self.table.columns = columns
end
function Screen:noSource() self.table.dataSource = nil end

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end

return app
