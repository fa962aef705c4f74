-- A control in several states; the launch option `kind` selects it.
local ui = require "luahost"

local date = ui.Date(1767268800)

local function rows(count)
  local list = {}
  for index = 1, count do list[index] = "row " .. index end
  return list
end

local function labels(count, text)
  local list = {}
  for index = 1, count do list[index] = ui.Label { text = text .. " " .. index } end
  return list
end

local sections = {
  numberOfSections = function() return 2 end,
  titleForHeaderInSection = function(_, _, section) return section == 1 and "Fruit" or "Nothing" end,
  numberOfRowsInSection = function(_, _, section) return section == 1 and 3 or 0 end,
  cellForRow = function(_, _, _, row)
    return { text = ({ "apple", "pear", "a very long name of a fruit that has no room" })[row], detail = tostring(row), accessory = ">" }
  end,
  trailingSwipeActionsForRow = function()
    return { { title = "Keep", handler = function() end }, { title = "Drop", style = "destructive", handler = function() end } }
  end,
}

local kinds = {}

function kinds.button()
  return {
    { "with the keys", ui.Button { title = "Press" } }, { "without", ui.Button { title = "Press" } },
    { "destructive", ui.Button { title = "Delete", isDestructive = true } },
    { "disabled", ui.Button { title = "Press", isEnabled = false } },
    { "too narrow", ui.Button { title = "A long title", width = 10 } },
  }
end

function kinds.label()
  return {
    { "left", ui.Label { text = "left" } }, { "center", ui.Label { text = "center", alignment = "center", width = 20 } },
    { "right", ui.Label { text = "right", alignment = "right", width = 20 } },
    { "wrapped", ui.Label { text = "a text that is longer than its room", width = 20 } },
    { "wide", ui.Label { text = "日本語 and 👩‍👩‍👧 and é" } }, { "right to left", ui.Label { text = "שלום עולם" } },
    { "control characters", ui.Label { text = "a\27[31mb\tc\127" } },
    { "own style", ui.Label { text = "styled", style = ui.Style { foreground = "#ff8800", background = "blue", bold = true } } },
    { "role", ui.Label { text = "header", style = "header" } },
  }
end

kinds["text field"] = function()
  return {
    { "placeholder", ui.TextField { placeholder = "Name" } }, { "text", ui.TextField { text = "Ada" } },
    { "selection", ui.TextField { text = "Ada Lovelace", selectedRange = { location = 5, length = 8 } } },
    { "secure", ui.TextField { text = "secret", isSecure = true } },
    { "disabled", ui.TextField { text = "Ada", isEnabled = false } },
    { "longer", ui.TextField { text = ("0123456789"):rep(5), width = 20 } },
    { "search", ui.SearchBar {} }, { "looked for", ui.SearchBar { text = "needle" } },
  }
end

kinds["text view"] = function()
  return {
    { "placeholder", ui.TextView { placeholder = "Notes", height = 3 } },
    { "long", ui.TextView { text = ("some words that wrap "):rep(20), height = 5, border = "rounded", borderTitle = "Text" } },
    { "read only", ui.TextView { text = "fixed", isEditable = false, height = 2 } },
    { "disabled", ui.TextView { text = "not now", isEnabled = false, height = 2 } },
  }
end

function kinds.switch()
  return {
    { "on, with the keys", ui.Switch { isOn = true } }, { "off", ui.Switch {} }, { "on", ui.Switch { isOn = true } },
    { "disabled", ui.Switch { isOn = true, isEnabled = false } },
  }
end

function kinds.slider()
  return {
    { "least, with the keys", ui.Slider {} }, { "half", ui.Slider { value = 0.5 } }, { "most", ui.Slider { value = 1 } },
    { "disabled", ui.Slider { value = 0.3, isEnabled = false } },
  }
end

function kinds.stepper()
  return {
    { "least, with the keys", ui.Stepper {} }, { "between", ui.Stepper { value = 12 } },
    { "most", ui.Stepper { value = 100 } }, { "a fraction", ui.Stepper { value = 2.5, stepValue = 0.5 } },
    { "disabled", ui.Stepper { isEnabled = false } },
  }
end

function kinds.segments()
  local names = { "Day", "Week", "Month" }
  return {
    { "with the keys", ui.SegmentedControl { segments = names, selectedSegmentIndex = 2 } },
    { "chosen", ui.SegmentedControl { segments = names, selectedSegmentIndex = 3 } },
    { "nothing selected", ui.SegmentedControl { segments = names } },
    { "disabled", ui.SegmentedControl { segments = names, selectedSegmentIndex = 1, isEnabled = false } },
  }
end

function kinds.choices()
  local names = { "Small", "Medium", "A title that is rather long" }
  return {
    { "with the keys", ui.PopUpButton { items = names } }, { "chosen", ui.PopUpButton { items = names, selectedIndex = 3 } },
    { "no items", ui.PopUpButton {} }, { "too narrow", ui.PopUpButton { items = names, selectedIndex = 3, width = 14 } },
    { "disabled", ui.PopUpButton { items = names, isEnabled = false } },
    { "nothing selected", ui.RadioGroup { items = names } }, { "one", ui.RadioGroup { items = names, selectedIndex = 2 } },
    { "not now", ui.RadioGroup { items = names, selectedIndex = 1, isEnabled = false } },
    { "several", ui.ToggleGroup { items = names, selectedIndexes = { 1, 3 } } },
    { "ticked", ui.Checkbox { title = "Wrap lines", isOn = true } }, { "empty", ui.Checkbox { title = "Wrap lines" } },
  }
end

function kinds.charts()
  local course, days = {}, { { label = "Mon", value = 4 }, { label = "Tue", value = 7.5 }, { label = "Wed", value = -2 }, 3 }
  for index = 1, 40 do course[index] = math.sin(index / 4) end
  course[30] = 0 / 0
  return {
    { "half", ui.Gauge { value = 0.5, title = "CPU" } }, { "low", ui.Gauge { value = 3, maximumValue = 100 } },
    { "warning", ui.Gauge { value = 85, maximumValue = 100, warningValue = 80, criticalValue = 95 } },
    { "critical", ui.Gauge { value = 99, maximumValue = 100, warningValue = 80, criticalValue = 95 } },
    { "own text", ui.Gauge { value = 6, maximumValue = 8, title = "Memory", valueText = "6 of 8 GiB" } },
    { "disabled", ui.Gauge { value = 0.5, isEnabled = false } },
    { "course", ui.Sparkline { values = course } }, { "two rows", ui.Sparkline { values = course, height = 2 } },
    { "bars", ui.BarChart { bars = days } }, { "columns", ui.BarChart { bars = days, axis = "vertical", height = 6 } },
  }
end

function kinds.progress()
  return {
    { "nothing", ui.ProgressView {} }, { "a third", ui.ProgressView { progress = 0.33 } },
    { "all", ui.ProgressView { progress = 1 } }, { "unknown end", ui.ProgressView { isIndeterminate = true } },
    { "disabled", ui.ProgressView { progress = 0.5, isEnabled = false } },
    { "active", ui.ActivityIndicator { isAnimating = true } }, { "idle", ui.ActivityIndicator {} },
  }
end

kinds["date picker"] = function()
  return {
    { "date", ui.DatePicker { date = date } }, { "time", ui.DatePicker { date = date, datePickerMode = "time" } },
    { "both", ui.DatePicker { date = date, datePickerMode = "dateAndTime" } },
    { "disabled", ui.DatePicker { date = date, isEnabled = false } },
    { "calendar", ui.DatePicker { date = date, preferredDatePickerStyle = "inline" } },
  }
end

function kinds.picker()
  return {
    { "two wheels", ui.PickerView { components = { { "red", "green", "blue" }, { "small", "large" } }, selectedRows = { 2, 1 } } },
    { "one", ui.PickerView { rows = rows(20), selectedRow = 10 } },
    { "disabled", ui.PickerView { rows = { "a", "b" }, isEnabled = false } },
  }
end

function kinds.table()
  return {
    { "sections", ui.TableView { height = 5, dataSource = sections } },
    { "several", ui.TableView { height = 4, rows = rows(30), allowsMultipleSelection = true } },
    { "edited", ui.TableView { height = 3, rows = rows(3), isEditing = true } },
    { "empty", ui.TableView { height = 2, border = "single" } },
    { "disabled", ui.TableView { height = 2, rows = rows(2), isEnabled = false } },
  }
end

function kinds.image()
  local picture = "../../scripts/apps/pictures/sunset.png"
  return {
    { "half blocks", ui.ImageView { image = picture, height = 6 } },
    { "quadrants", ui.ImageView { image = picture, height = 6, pixels = "quadrant" } },
    { "filled", ui.ImageView { image = picture, height = 4, contentMode = "scaleAspectFill" } },
    { "stretched", ui.ImageView { image = picture, height = 3, contentMode = "scaleToFill" } },
  }
end

function kinds.scrolling()
  local down, across = labels(30, "line"), { ui.Label { text = ("0123456789"):rep(8), width = 80 }, ui.Label { text = "below" } }
  down.height, across.height = 5, 4
  down.contentOffset = { x = 0, y = 8 }
  return { { "down", ui.ScrollView(down) }, { "across", ui.ScrollView(across) } }
end

function kinds.borders()
  local list = {}
  for index, name in ipairs { "none", "single", "rounded", "double", "heavy" } do
    list[index] = { name, ui.VStack { border = name, borderTitle = name, padding = { left = 1 }, ui.Label { text = "inside" } } }
  end
  list[#list + 1] = { "with the keys", ui.TextField { border = "single", borderTitle = "Name", text = "Ada" } }
  list[#list + 1] = { "bar", ui.Toolbar { ui.BarButtonItem { title = "Add" }, ui.BarButtonItem { title = "No", isEnabled = false } } }
  return list
end

local app = ui.Application { identifier = "org.luahost.controls" }

function app:didFinishLaunching(options)
  if options.theme then self.theme = options.theme end
  local content = { padding = 1 }
  for _, item in ipairs(kinds[options.kind]()) do
    content[#content + 1] = ui.HStack { spacing = 1, ui.Label { text = item[1], width = 20, style = "secondary" }, item[2] }
  end
  self.window = ui.Window { rootViewController = ui.ViewController { title = options.kind, view = ui.VStack(content) } }
  self.window:makeKeyAndVisible()
end

return app
