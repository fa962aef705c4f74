-- A list of things with a detail screen each, built in code.
--
-- The things themselves are in a file: the one given as an argument, or else one in the app's own folder. The archive
-- has only fragments: the selected thing (by its number, so that it is found again if the list is reordered), the
-- scroll position, whether the list is being edited, and unsaved input.
-- Class names serve as restoration identifiers.

local ui = require "luahost"

---------------------------------------------------------------------------------------------------------------------
-- The model: items in a text file, one to a line. If the newest one was removed, its number is the last line.

local Store = {}
Store.__index = Store

function Store.open(path)
  local store = setmetatable({ path = path, items = {}, lastNumber = 0 }, Store)
  local file = path and io.open(path, "r")
  if file then
    for line in file:lines() do
      local number, name, value, color = line:match "^(%d+)\t([^\t]*)\t([^\t]*)\t([^\t]*)$"
      if number then
        store.items[#store.items + 1] = { number = number, name = name, value = value, color = color }
      end
      store.lastNumber = math.max(store.lastNumber, tonumber(number or line:match "^%d+$") or 0)
    end
    file:close()
  end
  return store
end

function Store:save()
  if not self.path then return end
  local file = assert(io.open(self.path, "w"))
  local highest = 0
  for _, item in ipairs(self.items) do
    highest = math.max(highest, tonumber(item.number))
    file:write(("%s\t%s\t%s\t%s\n"):format(item.number, item.name, item.value, item.color))
  end
  -- The number of a removed item is not given to another one.
  if self.lastNumber > highest then file:write(self.lastNumber, "\n") end
  file:close()
end

function Store:add()
  self.lastNumber = self.lastNumber + 1
  local item = { number = tostring(self.lastNumber), name = "New item " .. self.lastNumber, value = "0", color = "none" }
  table.insert(self.items, item)
  self:save()
  return item
end

function Store:index(number)
  for index, item in ipairs(self.items) do
    if item.number == number then return index end
  end
end

function Store:item(number)
  return self.items[self:index(number)]
end

function Store:remove(index)
  table.remove(self.items, index)
  self:save()
end

function Store:move(from, to)
  table.insert(self.items, to, table.remove(self.items, from))
  self:save()
end

local store -- opened in willFinishLaunching

---------------------------------------------------------------------------------------------------------------------
-- The colour screen comes from a storyboard, which its restoration class gets from the coder.

---@class homepwner.Color : luahost.ViewController
---@field color string
local Color = ui.ViewController:subclass "ColorViewController"
local colors = { "none", "red", "green", "blue" }

function Color:loadView()
  self.choice = ui.SegmentedControl { segments = colors, restorationIdentifier = "choice" }
  self.view = ui.VStack {
    spacing = 1, padding = 1,
    ui.Label { text = "Choose a colour" },
    self.choice,
    ui.Button { title = "Use it", action = function() self:dismiss(colors[self.choice.selectedSegmentIndex]) end },
    ui.Spacer(),
  }
end

function Color:viewDidLoad()
  for index, color in ipairs(colors) do
    if color == self.color then self.choice.selectedSegmentIndex = index end
  end
  -- From here on the control keeps the choice.
  self.color = nil
end

function Color:viewControllerWithRestorationIdentifierPath(path, coder)
  local storyboard = coder:decode(ui.stateRestorationViewControllerStoryboardKey)
  return storyboard and storyboard:instantiateViewController "ColorViewController"
end

local storyboard = ui.Storyboard("Colors", {
  scenes = {
    ColorViewController = {
      class = "ColorViewController", restorationIdentifier = "ColorViewController", restorationClass = Color,
      title = "Colour",
    },
  },
})

---------------------------------------------------------------------------------------------------------------------

---@class homepwner.Detail : luahost.ViewController
local Detail = ui.ViewController:subclass "DetailViewController"

function Detail:loadView()
  self.nameField = ui.TextField { restorationIdentifier = "name", placeholder = "Name" }
  self.valueField = ui.TextField { restorationIdentifier = "value", placeholder = "Value" }
  self.colorLabel = ui.Label { text = "" }
  self.view = ui.VStack {
    spacing = 1, padding = 1,
    ui.HStack { spacing = 1, ui.Label { text = "Name " }, self.nameField },
    ui.HStack { spacing = 1, ui.Label { text = "Value" }, self.valueField },
    self.colorLabel,
    ui.HStack {
      spacing = 2,
      ui.Button { title = "Colour", action = function() self:chooseColor() end },
      ui.Button { title = "Save", action = function() self:save() end },
    },
    ui.Spacer(),
  }
end

function Detail:viewDidLoad()
  self:show()
end

function Detail:show()
  local item = self.number and store:item(self.number)
  if not item then return end
  self.title = item.name
  self.nameField.text = item.name
  self.valueField.text = item.value
  self.colorLabel.text = "Colour: " .. item.color
end

function Detail:save()
  local item = store:item(self.number)
  item.name = self.nameField.text
  item.value = self.valueField.text
  store:save()
  self.navigationController:pop()
end

function Detail:chooseColor()
  local color = storyboard:instantiateViewController "ColorViewController"
  color.color = store:item(self.number).color
  self:present(color, { onResult = "pickedColor" })
end

function Detail:pickedColor(color)
  if not color then return end
  store:item(self.number).color = color
  store:save()
  self.colorLabel.text = "Colour: " .. color
end

function Detail:encodeRestorableState(coder)
  Detail.super.encodeRestorableState(self, coder)
  coder:encode("item", self.number)
  coder:encode("name", self.nameField.text)
  coder:encode("value", self.valueField.text)
end

function Detail:decodeRestorableState(coder)
  Detail.super.decodeRestorableState(self, coder)
  self.number = coder:decodeString "item"
  self:show()
  self.nameField.text = coder:decodeString "name" or ""
  self.valueField.text = coder:decodeString "value" or ""
end

-- A removed item has no detail screen to restore.
function Detail:viewControllerWithRestorationIdentifierPath(path, coder)
  local number = coder:decodeString "item"
  if number and store:item(number) then return Detail() end
end

---------------------------------------------------------------------------------------------------------------------

---@class homepwner.Items : luahost.ViewController, luahost.TableViewDataSource
local Items = ui.ViewController:subclass "ItemsViewController"

function Items:init()
  self.title = "Homepwner"
end

function Items:loadView()
  self.table = ui.TableView { restorationIdentifier = "table", dataSource = self, delegate = self }
  self.view = ui.VStack {
    ui.HStack {
      spacing = 2,
      ui.Button { title = "Add", action = function() self:add() end },
      ui.Button { title = "Edit", action = function() self:toggleEditing() end },
    },
    self.table,
  }
end

function Items:viewWillAppear()
  self.table:reloadData()
end

function Items:add()
  local item = store:add()
  self.table:reloadData()
  self:showDetail(item)
end

function Items:toggleEditing()
  self.table.isEditing = not self.table.isEditing
end

function Items:showDetail(item)
  local detail = Detail { restorationIdentifier = "DetailViewController", restorationClass = Detail }
  detail.number = item.number
  self.navigationController:push(detail)
end

function Items:numberOfRowsInSection(tableView, section) return #store.items end

function Items:cellForRow(tableView, section, row)
  local item = store.items[row]
  return { text = item.name, detail = "$" .. item.value, accessory = "›" }
end

function Items:didSelectRow(tableView, section, row) self:showDetail(store.items[row]) end
function Items:canEditRow(tableView, section, row) return true end
function Items:commitDelete(tableView, section, row) store:remove(row) end
function Items:moveRow(tableView, fromSection, fromRow, toSection, toRow) store:move(fromRow, toRow) end

function Items:modelIdentifierForElement(tableView, section, row)
  return store.items[row] and store.items[row].number
end

function Items:indexPathForElement(tableView, modelIdentifier)
  local row = store:index(modelIdentifier)
  if row then return 1, row end
end

function Items:viewControllerWithRestorationIdentifierPath(path, coder)
  return Items()
end

---------------------------------------------------------------------------------------------------------------------

---@class homepwner.App : luahost.Application
local app = ui.Application { identifier = "org.luahost.homepwner", version = "1.0" }

function app:willFinishLaunching(options)
  local folder = self.filesDirectory
  store = Store.open(options and options.file or arg and arg[1] or folder and folder .. "/items.txt")
  self.window = ui.Window()
  return true
end

function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    local nav = ui.NavigationController { restorationIdentifier = "NavigationController" }
    nav:push(Items { restorationIdentifier = "ItemsViewController", restorationClass = Items })
    self.window.rootViewController = nav
  end
  self.window:makeKeyAndVisible()
end

function app:viewControllerWithRestorationIdentifierPath(path, coder)
  if path[#path] == "NavigationController" then return ui.NavigationController() end
end

function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return coder.info.appVersion == self.version end

return app
