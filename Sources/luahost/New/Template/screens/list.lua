-- The list of items.

local ui = require "luahost"
local items = require "model.items"
local ItemScreen = require "screens.item"

---@class ListScreen : luahost.ViewController, luahost.TableViewDataSource
local ListScreen = ui.ViewController:subclass "ListScreen"

function ListScreen:init()
  self.title = "app-title"
end

function ListScreen:loadView()
  self.table = ui.TableView {
    restorationIdentifier = "table",
    dataSource = self,
    delegate = self,
    placeholder = "No items yet; press a to add one",
  }
  self.view = self.table
end

function ListScreen:viewDidLoad()
  self.keyCommands = {
    { title = "Add", input = "a", action = "add" },
  }
  self.toolbarItems = { ui.BarButtonItem { title = "Add", action = function() self:add() end } }
end

function ListScreen:viewWillAppear()
  self.table:reloadData()
end

function ListScreen:add()
  self:show(items.add(), true)
end

function ListScreen:show(item, isNew)
  local screen = ItemScreen { restorationIdentifier = "item", restorationClass = ItemScreen, number = item.number }
  screen.isNew = isNew
  self.navigationController:push(screen)
end

-- Data source and delegate of the table.

function ListScreen:numberOfRowsInSection(tableView, section) return #items.list end

function ListScreen:cellForRow(tableView, section, row)
  local item = items.list[row]
  local shown = item.draft or item
  return { text = shown.title, detail = item.draft and "draft" or item.isDone and "done" or "", accessory = "›" }
end

function ListScreen:didSelectRow(tableView, section, row) self:show(items.list[row]) end
function ListScreen:canEditRow(tableView, section, row) return true end
function ListScreen:commitDelete(tableView, section, row) items.remove(row) end

-- Keep the selection and the scroll position at the same item when rows have moved.

function ListScreen:modelIdentifierForElement(tableView, section, row)
  return items.list[row] and tostring(items.list[row].number)
end

function ListScreen:indexPathForElement(tableView, modelIdentifier)
  local row = items.row(math.tointeger(modelIdentifier))
  if row then return 1, row end
end

-- Re-creates the screen at the next launch; its contents come from the model.
function ListScreen:viewControllerWithRestorationIdentifierPath(path, coder)
  return ListScreen()
end

return ListScreen
