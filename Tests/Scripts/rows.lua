-- A table with moving items, which records delegate calls.

local ui = require "luahost"

local List = ui.ViewController:subclass "List"

function List:loadView()
  self.items = {}
  for row = 1, 40 do self.items[row] = "item " .. row end
  self.calls = {}
  self.table = ui.TableView {
    restorationIdentifier = "table", dataSource = self, delegate = self, placeholder = "Nothing here yet",
  }
  self.view = ui.VStack { ui.Button { title = "Before" }, self.table }
end

function List:numberOfRowsInSection() return #self.items end
function List:cellForRow(_, _, row) return self.items[row] end
function List:modelIdentifierForElement(_, _, row) return self.items[row] end
function List:indexPathForElement(_, name)
  for row, other in ipairs(self.items) do
    if other == name then return 1, row end
  end
end
function List:didFocusRow(tableView, section, row)
  assert(tableView == self.table)
  self.calls[#self.calls + 1] = "focus " .. section .. " " .. row
end
function List:didSelectRow(_, section, row) self.calls[#self.calls + 1] = "select " .. section .. " " .. row end

-- Returns the delegate calls since the last time.
function List:news()
  local news = table.concat(self.calls, ", ")
  self.calls = {}
  return news
end

function List:focused()
  local path = self.table.focusedIndexPath
  return path and self.items[path.row]
end

function List:selected()
  local names = {}
  for _, path in ipairs(self.table.indexPathsForSelectedRows) do names[#names + 1] = self.items[path.row] end
  return table.concat(names, ", ")
end

-- Replaces the items.
function List:replace(items)
  self.items = items
  self.table:reloadData()
end

local app = ui.Application { identifier = "org.example.rows", version = "1.0" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  self.window = ui.Window()
  if options and options.findsNone then List.indexPathForElement = nil end
  list = List { restorationIdentifier = "list" }
  list.comesLate = options and options.comesLate
  if list.comesLate then local _ = list.view; list.items = {} end
  self.window.rootViewController = list
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
