-- Every control, on a screen for each kind. Kill it anywhere: each control is restored to its state.
local ui = require "luahost"

-- A screen that is restored by its class. Views keep their own state; texts are up to the screen, as in UIKit.
---@class gallery.Screen : luahost.ViewController
---@field name string
---@field texts table<string, luahost.TextView>
local Screen = ui.ViewController:subclass "Screen"

function Screen:init()
  self.title = self.class.name:gsub("Screen", "")
end

function Screen:viewControllerWithRestorationIdentifierPath(path)
  return self { restorationIdentifier = path[#path], restorationClass = self }
end

function Screen:encodeRestorableState(coder)
  Screen.super.encodeRestorableState(self, coder)
  for name, view in pairs(self.texts or {}) do coder:encode(name, view.text) end
end

function Screen:decodeRestorableState(coder)
  Screen.super.decodeRestorableState(self, coder)
  for name, view in pairs(self.texts or {}) do view.text = coder:decode(name) or view.text end
end

-- Returns a row with a control's name and the control.
local function row(title, control)
  return ui.HStack { spacing = 2, ui.Label { text = title, width = 14, style = "secondary" }, control }
end

---------------------------------------------------------------------------------------------------------------- Text

---@class gallery.Text : gallery.Screen
local Text = Screen:subclass "TextScreen"

function Text:loadView()
  self.texts = {
    name = ui.TextField { restorationIdentifier = "name", placeholder = "Name" },
    looked = ui.SearchBar { restorationIdentifier = "looked" },
    greeting = ui.TextField { restorationIdentifier = "greeting", text = "Hello, שלום (مرحبا)" },
    notes = ui.TextView {
      restorationIdentifier = "notes", placeholder = "Notes", border = "rounded", borderTitle = "Notes",
      text = "Select with Shift and the arrows, or the mouse.\nCtrl+C copies, Ctrl+_ undoes.",
    },
  }
  -- Its text is not saved.
  local password = ui.TextField { restorationIdentifier = "password", placeholder = "Password", isSecure = true }
  local fixed = ui.TextField { text = "cannot be used", isEnabled = false }
  self.view = ui.VStack {
    padding = 1, spacing = 1,
    row("Text field", self.texts.name), row("Secure entry", password), row("Search bar", self.texts.looked),
    row("Both ways", self.texts.greeting),
    row("Disabled", fixed), self.texts.notes,
  }
end

-------------------------------------------------------------------------------------------------------------- Values

---@class gallery.Values : gallery.Screen
local Values = Screen:subclass "ValuesScreen"

function Values:loadView()
  local said = ui.Label { text = "nothing pressed yet", restorationIdentifier = "said" }
  self.texts = { said = said }
  self.bar = ui.ProgressView { progress = 0.35 }
  self.busy = ui.ActivityIndicator { isAnimating = true }
  self.view = ui.VStack {
    padding = 1, spacing = 1,
    row("Button", ui.HStack {
      spacing = 1,
      ui.Button { title = "Press", action = function() said.text = "pressed" end },
      ui.Button { title = "Delete", isDestructive = true, action = function() said.text = "deleted" end },
      ui.Button { title = "Disabled", isEnabled = false },
      said,
    }),
    row("Switch", ui.HStack {
      spacing = 1, ui.Switch { restorationIdentifier = "switch", isOn = true }, ui.Switch { isEnabled = false },
    }),
    row("Checkbox", ui.Checkbox { "Remember me", restorationIdentifier = "checkbox" }),
    row("Slider", ui.Slider {
      restorationIdentifier = "slider", value = 0.35, accessibilityLabel = "Progress",
      onChange = function(slider) self.bar.progress = slider.value end,
    }),
    row("Stepper", ui.Stepper { restorationIdentifier = "stepper", value = 3, maximumValue = 12 }),
    row("Progress", self.bar),
    row("Unknown end", ui.ProgressView { isIndeterminate = true }),
    row("Activity", self.busy),
  }
end

function Values:encodeRestorableState(coder)
  Values.super.encodeRestorableState(self, coder)
  coder:encode("progress", self.bar.progress)
end

function Values:decodeRestorableState(coder)
  Values.super.decodeRestorableState(self, coder)
  self.bar.progress = coder:decodeNumber("progress") or self.bar.progress
end

------------------------------------------------------------------------------------------------------------- Choices

---@class gallery.Choices : gallery.Screen
local Choices = Screen:subclass "ChoicesScreen"

function Choices:loadView()
  self.view = ui.VStack {
    padding = 1, spacing = 1,
    row("Segments", ui.SegmentedControl {
      restorationIdentifier = "segments", segments = { "Day", "Week", "Month" }, selectedSegmentIndex = 1,
    }),
    row("Date", ui.DatePicker { restorationIdentifier = "date", date = ui.Date(1767268800) }),
    row("Time", ui.DatePicker {
      restorationIdentifier = "time", datePickerMode = "time", date = ui.Date(1767268800),
    }),
    ui.HStack {
      spacing = 4, alignment = "leading",
      ui.DatePicker {
        restorationIdentifier = "calendar", preferredDatePickerStyle = "inline", date = ui.Date(1767268800), width = 20,
      },
      ui.PickerView {
        restorationIdentifier = "picker", border = "single", borderTitle = "Picker",
        components = { { "Espresso", "Filter", "Mokka", "Tea" }, { "small", "medium", "large" } },
      },
      ui.Spacer(),
    },
  }
end

-------------------------------------------------------------------------------------------------------------- Tables

---@class gallery.Tables : gallery.Screen, luahost.TableViewDataSource
local Tables = Screen:subclass "TablesScreen"

function Tables:init()
  Tables.super.init(self)
  self.items = { { "Ant", 1 }, { "Bee", 2 }, { "Cat", 3 }, { "Dog", 4 }, { "Elk", 5 }, { "Fox", 6 } }
end

function Tables:loadView()
  self.table = ui.TableView {
    restorationIdentifier = "animals", border = "rounded", borderTitle = "Several", allowsMultipleSelection = true,
    width = 34, dataSource = self, delegate = self,
  }
  self.million = ui.TableView {
    restorationIdentifier = "million", border = "rounded", borderTitle = "A million",
    dataSource = {
      numberOfRowsInSection = function() return 1000000 end,
      cellForRow = function(_, _, _, index) return { text = "row " .. index, detail = ("%x"):format(index) } end,
      modelIdentifierForElement = function(_, _, _, index) return index end,
      indexPathForElement = function(_, _, index) return 1, index end,
    },
  }
  self.view = ui.HStack { padding = 1, spacing = 1, self.table, self.million }
  self.edit = ui.BarButtonItem {
    action = function()
      self.table.isEditing = not self.table.isEditing
      self:showEditing()
    end,
  }
  self.navigationItem.rightBarButtonItem = self.edit
  self.toolbarItems = {
    ui.BarButtonItem { title = "Add", action = function() self:add() end },
    ui.BarButtonItem { title = "Sort", action = function() self:sort() end },
  }
  self.keyCommands = { { title = "Add an animal", input = "ctrl+n", action = "add" } }
end

function Tables:showEditing()
  self.edit.title = self.table.isEditing and "Done" or "Edit"
end

function Tables:viewWillAppear()
  self:showEditing()
end

function Tables:add()
  -- The name identifies the row, so it is never that of another one.
  local number = 0
  for _, item in ipairs(self.items) do number = math.max(number, item[2]) end
  table.insert(self.items, { "Animal " .. number + 1, number + 1 })
  self.table:reloadData()
end

function Tables:sort()
  table.sort(self.items, function(a, b) return a[1] < b[1] end)
  self.table:reloadData()
end

function Tables:numberOfSections() return 2 end
function Tables:titleForHeaderInSection(_, section) return section == 1 and "Animals" or "Nothing" end
function Tables:numberOfRowsInSection(_, section) return section == 1 and #self.items or 0 end
function Tables:cellForRow(_, _, index) return { text = self.items[index][1], detail = tostring(self.items[index][2]) } end
function Tables:commitDelete(_, _, index) table.remove(self.items, index) end
function Tables:moveRow(_, _, from, _, to) table.insert(self.items, to, table.remove(self.items, from)) end
function Tables:modelIdentifierForElement(_, _, index) return self.items[index][1] end
function Tables:indexPathForElement(_, name)
  for index, item in ipairs(self.items) do if item[1] == name then return 1, index end end
end
function Tables:trailingSwipeActionsForRow(view, _, index)
  return {
    { title = "Double", handler = function() self.items[index][2] = self.items[index][2] * 2 end },
    { title = "Delete", style = "destructive", handler = function() self:commitDelete(view, 1, index) end },
  }
end

function Tables:encodeRestorableState(coder)
  Tables.super.encodeRestorableState(self, coder)
  coder:encode("items", self.items)
end

function Tables:decodeRestorableState(coder)
  Tables.super.decodeRestorableState(self, coder)
  self.items = coder:decodeTable("items") or self.items
  self.table:reloadData()
end

------------------------------------------------------------------------------------------------------------- Looking

---@class gallery.Looking : gallery.Screen
local Looking = Screen:subclass "LookingScreen"

-- A view that draws itself.
---@class gallery.Chart : luahost.View
local Chart = ui.View:subclass "Chart"
function Chart:draw(canvas)
  for x = 0, canvas.width - 1 do
    local height = math.floor((math.sin(x / 3) + 1) * (canvas.height - 1) / 2 + 0.5)
    canvas:fill(x, canvas.height - 1 - height, 1, height + 1, "▒", "accent")
  end
end

function Looking:loadView()
  local lines = {}
  for line = 1, 40 do lines[line] = ui.Label { text = "Line " .. line .. " of what scrolls" } end
  lines.restorationIdentifier = "scroll"
  lines.border = "rounded"
  lines.borderTitle = "Scroll view"
  self.view = ui.HStack {
    padding = 1, spacing = 1,
    ui.VStack {
      width = 32,
      ui.ImageView {
        image = "pictures/sunset.png", height = 9, border = "rounded", borderTitle = "Half blocks",
      },
      ui.ImageView {
        image = "pictures/sunset.png", height = 9, border = "rounded", borderTitle = "Quadrants", pixels = "quadrant",
      },
    },
    ui.VStack {
      ui.HStack {
        spacing = 1,
        ui.Label { text = "Plain" }, ui.Label { text = "Header", style = "header" },
        ui.Label { text = "Own", style = ui.Style { foreground = "#ff8800", bold = true, italic = true } },
      },
      ui.Divider(),
      Chart { height = 5 },
      ui.ScrollView(lines),
    },
  }
end

---------------------------------------------------------------------------------------------------------- Containers

---@class gallery.Page : gallery.Screen
local Page = Screen:subclass "PageScreen"
function Page:loadView()
  self.title = self.restorationIdentifier
  self.view = ui.Label { text = "This is " .. self.restorationIdentifier .. ". PageUp and PageDown turn.", padding = 1 }
end

---@class gallery.Containers : gallery.Screen
local Containers = Screen:subclass "ContainersScreen"

function Containers:loadView()
  self.answer = ui.Label { text = "no answer yet", restorationIdentifier = "answer" }
  self.texts = { answer = self.answer }
  self.view = ui.VStack {
    padding = 1, spacing = 1,
    ui.Button { title = "Ask", action = function() self:ask("alert") end },
    ui.Button { title = "Offer", action = function() self:ask("actionSheet") end },
    ui.Button { title = "Turn pages", action = function() self:showPages() end },
    self.answer,
  }
end

function Containers:ask(style)
  local alert = ui.AlertController { title = "A question", message = "Is it well?", preferredStyle = style }
  for _, title in ipairs { "Yes", "No" } do
    alert:addAction { title = title, handler = function() self.answer.text = "answered " .. title end }
  end
  alert:addAction { title = "Cancel", style = "cancel" }
  self:present(alert)
end

function Containers:showPages()
  local pages = ui.PageViewController { restorationIdentifier = "pages", title = "Pages" }
  local list = {}
  for index = 1, 3 do list[index] = Page { restorationIdentifier = "page " .. index, restorationClass = Page } end
  pages.viewControllers = list
  self.navigationController:push(pages)
end

------------------------------------------------------------------------------------------------------------- Numbers

---@class gallery.Numbers : gallery.Screen
local Numbers = Screen:subclass "NumbersScreen"

function Numbers:loadView()
  self.gauge = ui.Gauge { restorationIdentifier = "gauge", title = "Load", warningValue = 0.7, criticalValue = 0.9 }
  self.course = ui.Sparkline { restorationIdentifier = "course", maximumCount = 40 }
  self.bars = ui.BarChart { restorationIdentifier = "bars", bars = { { label = "Mon", value = 4 }, { label = "Tue", value = 7 } } }
  self.axis = ui.PopUpButton {
    restorationIdentifier = "axis", items = { "horizontal", "vertical" },
    onChange = function(popUp) self.bars.axis = popUp.items[popUp.selectedIndex] end,
  }
  self.step = ui.RadioGroup { restorationIdentifier = "step", items = { "a little", "much" } }
  self.alarms = ui.ToggleGroup { restorationIdentifier = "alarms", items = { "sound", "light" } }
  self.view = ui.VStack {
    padding = 1, spacing = 1,
    row("Gauge", self.gauge), row("Sparkline", self.course), row("PopUpButton", self.axis), row("BarChart", self.bars),
    row("RadioGroup", self.step), row("ToggleGroup", self.alarms),
    ui.Button { title = "More", action = function() self:more() end },
    ui.Spacer(),
  }
end

function Numbers:more()
  local value = (self.gauge.value + (self.step.selectedIndex == 2 and 0.3 or 0.1)) % 1
  self.gauge.value = value
  self.course:append(value)
end

function Numbers:applicationFinishedRestoringState()
  self.bars.axis = self.axis.items[self.axis.selectedIndex]
end

----------------------------------------------------------------------------------------------------------- Data grid

---@class gallery.DataGrid : gallery.Screen, luahost.TableViewDataSource
local DataGrid = Screen:subclass "DataGridScreen"

function DataGrid:init()
  DataGrid.super.init(self)
  self.goods = { { "Apples", "12", "0.40" }, { "Bread", "3", "2.10" }, { "Cheese", "1", "5.75" }, { "Dates", "40", "0.15" } }
end

function DataGrid:loadView()
  self.table = ui.TableView {
    restorationIdentifier = "goods", border = "rounded", borderTitle = "Cells", selectionMode = "cell",
    columns = {
      { title = "Good", isSortable = true }, { title = "Count", width = 7, alignment = "right" },
      { title = "Price", width = 7, alignment = "right" }, { title = "Total", width = 8, alignment = "right" },
    },
    dataSource = self, emptyText = "Nothing in stock",
  }
  self.history = ui.TextView {
    restorationIdentifier = "history", border = "rounded", borderTitle = "Changes", isEditable = false,
    showsLineCursor = true, height = 8,
    onLine = function(_, line) self:showLine(line) end,
  }
  self.line = ui.Label { restorationIdentifier = "line", style = "secondary" }
  self.texts = { history = self.history, line = self.line }
  self.view = ui.VStack { padding = 1, self.table, self.history, self.line }
end

function DataGrid:showLine(line) self.line.text = "Change " .. ui.format.number(line) end

function DataGrid:numberOfRowsInSection() return #self.goods end
function DataGrid:cellForRow(_, _, index)
  local good = self.goods[index]
  return { good[1], good[2], good[3], ui.format.number(good[2] * good[3], 2) }
end
function DataGrid:modelIdentifierForElement(_, _, index) return self.goods[index][1] end
function DataGrid:indexPathForElement(_, name)
  for index, good in ipairs(self.goods) do if good[1] == name then return 1, index end end
end
function DataGrid:canEditCell(_, _, _, column) return column == 2 or column == 3 end
function DataGrid:commitEdit(_, _, index, column, text)
  local number = tonumber(text)
  if not number or number < 0 then error("expected a number from 0, got \"" .. text .. "\"", 0) end
  local good = self.goods[index]
  self.history:append(("%s: %s instead of %s\n"):format(good[1], text, good[column]))
  good[column] = text
end
function DataGrid:didSelectCell(_, _, index, column)
  self.line.text = self.table.columns[column].title .. " of " .. self.goods[index][1]
end
function DataGrid:didSort(_, _, ascending)
  table.sort(self.goods, function(a, b) if ascending then return a[1] < b[1] else return a[1] > b[1] end end)
end

function DataGrid:encodeRestorableState(coder)
  DataGrid.super.encodeRestorableState(self, coder)
  coder:encode("goods", self.goods)
end

function DataGrid:decodeRestorableState(coder)
  DataGrid.super.decodeRestorableState(self, coder)
  self.goods = coder:decodeTable("goods") or self.goods
  self.table:reloadData()
end

----------------------------------------------------------------------------------------------------------------- App

---@class gallery.App : luahost.Application
local app = ui.Application { identifier = "org.luahost.gallery", version = "1.0" }

function app:willFinishLaunching()
  self.window = ui.Window()
end

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:viewControllerWithRestorationIdentifierPath(path)
  local name = path[#path]
  if name == "tabs" then return ui.TabBarController { restorationIdentifier = name } end
  if name == "pages" then return ui.PageViewController { restorationIdentifier = name, title = "Pages" } end
  return ui.NavigationController { restorationIdentifier = name }
end

function app:didFinishLaunching()
  if not self.window.rootViewController then
    local tabs = ui.TabBarController { restorationIdentifier = "tabs" }
    local list = {}
    for index, class in ipairs { Text, Values, Choices, Tables, Looking, Containers, Numbers, DataGrid } do
      local screen = class { restorationIdentifier = class.name, restorationClass = class }
      list[index] = ui.NavigationController { restorationIdentifier = "nav " .. index, screen }
    end
    tabs.viewControllers = list
    self.window.rootViewController = tabs
  end
  self.window:makeKeyAndVisible()
end

app.keyCommands = {
  { title = "Go to tables", action = function() app.window.rootViewController.selectedIndex = 4 end },
}

return app
