-- The components of a screen, each in the states in which they meet; the launch option `kind` or an argument selects them.
local ui = require "luahost"

local commits = {
  { "13ae2fbd", "2023-11-27", "Ada", "Open what a link leads to", refs = "HEAD → main" },
  { "b7d900a3", "2023-11-27", "Grace", "Bring the window back after a resize" },
  { "336ba326", "2023-11-27", "Ada", "A table keeps its focused row" },
  { "83c1f52e", "2023-11-27", "Grace", "Fix a crash with no columns" },
  { "77e0c664", "2023-11-27", "Ada", "Read keys of the kitty protocol", refs = "v2.1" },
  { "3fb05db5", "2023-11-27", "Grace", "Notes: titles in the outline" },
  { "a516e3f7", "2023-11-27", "Ada", "Save once a turn" },
  { "5489849f", "2023-11-27", "Grace", "Draw wide letters whole" },
  { "d2d7899d", "2023-11-27", "Ada", "Docs: themes" },
  { "91b905ea", "2023-11-27", "Grace", "Charts: an axis" },
  { "df5e7647", "2023-11-27", "Ada", "Downloads go on after a kill" },
  { "5cd60fe6", "2023-11-26", "Grace", "Undo in text views" },
  { "7a63765a", "2023-11-26", "Ada", "The palette ranks by words" },
  { "c3af2f98", "2023-11-26", "Grace", "Search in a million rows" },
  { "61f43bc8", "2023-11-26", "Ada", "Merge branch 'columns'" },
  { "924b0158", "2023-11-26", "Grace", "Tests for the wheel" },
  { "57775bd9", "2023-11-26", "Ada", "Heed NO_COLOR" },
  { "0f2435e2", "2023-11-26", "Grace", "First gauge" },
  { "d79197c7", "2023-11-26", "Ada", "Outline: guides" },
  { "8e11d0a2", "2023-11-26", "Grace", "Sheets" },
}

local function tabs(isNarrow)
  local columns = {
    { title = "Commit", width = 8 }, { title = "Date", width = 10, isSortable = true },
    { title = "Author", width = 7, isSortable = true }, { title = "Subject", width = "fill", minWidth = 20 },
  }
  if isNarrow then columns = { columns[1], columns[4] } end
  local log = ui.ViewController { title = "HEAD" }
  local dataSource = {}
  function dataSource.numberOfRowsInSection() return 300 end
  function dataSource.cellForRow(_, _, _, row)
    local commit = commits[(row - 1) % #commits + 1]
    local subject = commit[4]
    if commit.refs then subject = ui.AttributedString { { commit.refs, style = "accent" }, " ", subject } end
    local function faint(text) return ui.AttributedString { { text, style = "secondary" } } end
    if isNarrow then return { faint(commit[1]), subject } end
    return { faint(commit[1]), faint(commit[2]), commit[3], subject }
  end
  local list = ui.TableView { accessibilityIdentifier = "log", dataSource = dataSource, columns = columns }
  if not isNarrow then list.sortColumn, list.sortAscending = 2, false end
  list:selectRow(1, 7)
  log.view = list
  log.navigationItem.subtitle = "300 commits"
  local function nothing() end
  log.keyCommands = {
    { title = "Read the log again", hint = "reload", input = "r", action = nothing },
    { title = "All branches", input = "a", action = nothing },
  }
  if not isNarrow then log.keyCommands = { log.keyCommands[1], log.keyCommands[2], { title = "Copy the hash", hint = "copy hash", input = "y", action = nothing } } end
  return ui.TabBarController {
    ui.NavigationController { title = "Log", log }, ui.ViewController { title = "Branches", view = ui.Label {} },
  }
end

local function asking(alert)
  alert.title, alert.message = "Delete branch “columns”?", "3 commits are on no other branch."
  alert:addAction { title = "Cancel", style = "cancel" }
  alert:addAction { title = "Delete", style = "destructive" }
  return alert
end

local function notes()
  local plants = { "Plants", { "Trees", { "Beech" }, { "Oak" } }, { "Moss" } }
  local roots = { plants, { "Recipes", { "Bread" } }, { "Reading list" } }
  local dataSource = {}
  function dataSource.numberOfChildrenOfItem(_, _, item) return item and #item - 1 or #roots end
  function dataSource.childOfItem(_, _, index, item) return item and item[index + 1] or roots[index] end
  function dataSource.isItemExpandable(_, _, item) return #item > 1 end
  function dataSource.cellForItem(_, _, item) return item[1] end
  local outline = ui.OutlineView { accessibilityIdentifier = "outline", dataSource = dataSource }
  outline:expandItem(plants)
  outline:expandItem(plants[2])
  outline.selectedItem = plants[2][3]
  local left = ui.ViewController { title = "Notes", view = outline }
  left.navigationItem.rightBarButtonItem = ui.BarButtonItem { title = "+" }
  left.keyCommands = {
    { title = "New note", input = "n", action = function() end },
    { title = "Find", input = "ctrl+f", action = function() end },
  }
  local text = [[
# Oak

An oak can become **a thousand** years old, and is

- a home for *hundreds* of insects,
- hard: 0.75 g/cm³, [by some](x)

| Kind | Height |
|---|--:|
| Common oak | 40 m |
| Holm oak | 25 m |

> Great oaks from little acorns grow.
]]
  local page = ui.TextView { isEditable = false, text = ui.markdown(text, { onLink = function() end }), followsEnd = false }
  local right = ui.ViewController { title = "Oak" }
  right.view = ui.VStack {
    padding = { left = 1, right = 1 }, spacing = 1,
    ui.SegmentedControl { accessibilityIdentifier = "mode", segments = { "Write", "Preview" }, selectedSegmentIndex = 2 },
    page,
  }
  right.navigationItem.rightBarButtonItem = ui.BarButtonItem { title = "Delete" }
  return ui.SplitViewController { ui.NavigationController { left }, ui.NavigationController { right } }
end

local kinds = {}

function kinds.gitlog() return tabs() end
kinds["gitlog-40x12"] = function() return tabs(true) end
function kinds.sheet() return tabs(), function(root) root:present(asking(ui.AlertController {})) end end
kinds["sheet-40x12"] = function() return tabs(true), function(root) root:present(asking(ui.AlertController {})) end end
function kinds.help() return tabs() end
function kinds.palette() return tabs() end
function kinds.notes() return notes() end

local function row(title, control, ...)
  return ui.HStack { spacing = 2, alignment = "leading", ui.Label { text = title, style = "secondary", width = width or 11 }, control, ... }
end

function kinds.controls()
  width = 11
  local load = {}
  for index = 1, 34 do load[index] = 1 + math.sin(index / 2) end
  local mail = ui.TextField { text = "ada@", width = 30, validate = function() return nil, "no domain behind the @" end }
  local page = ui.ViewController { title = "Profile" }
  page.view = ui.VStack {
    padding = { top = 1, left = 1, right = 1 },
    row("Name", ui.TextField { accessibilityIdentifier = "name", text = "Ada Lovelace", width = 30 }),
    row("Mail", mail),
    row("Password", ui.TextField { placeholder = "Password", isSecure = true, width = 30 }),
    row("Account", ui.TextField { text = "ada-1815", isEnabled = false, width = 30 }),
    row("Search", ui.SearchBar { text = "need", note = "2/9", width = 30 }),
    row("Alerts", ui.Switch { isOn = true }, ui.Switch {}, ui.Checkbox { "Remember me", isOn = true }, ui.Checkbox { "News" }),
    row("Size", ui.RadioGroup { items = { "small", "large" }, selectedIndex = 1 }),
    row("View", ui.SegmentedControl { segments = { "Day", "Week", "Month" }, selectedSegmentIndex = 2 },
      ui.PopUpButton { items = { "Espresso", "Tea" } }, ui.Stepper { value = 3 }),
    row("Volume", ui.Slider { value = 0.4, width = 36 }),
    row("Progress", ui.ProgressView { progress = 0.6, width = 36 }),
    row("Disk", ui.Gauge { value = 83, maximumValue = 100, warningValue = 80, criticalValue = 95, width = 36 }),
    row("Memory", ui.Gauge { value = 96, maximumValue = 100, warningValue = 80, criticalValue = 95, width = 36 }),
    row("Load", ui.Sparkline { values = load, width = 34 }),
    ui.HStack {
      spacing = 1,
      ui.Button { title = "Cancel" }, ui.Button { title = "Save", isPrimary = true },
      ui.Button { title = "Delete", isDestructive = true }, ui.Button { title = "Off", isEnabled = false },
    },
  }
  page.navigationItem.rightBarButtonItems = { ui.BarButtonItem { title = "Save" }, ui.BarButtonItem { title = "Edit" } }
  local people = ui.ViewController { title = "People", view = ui.Label {} }
  local navigation = ui.NavigationController { people }
  navigation:push(page)
  return navigation, function() mail.text = "ada@" end
end

kinds["form-40x12"] = function()
  width = 8
  local mail = ui.TextField { accessibilityIdentifier = "mail", validate = function() return nil, "no domain behind the @" end }
  local page = ui.ViewController { title = "Profile" }
  page.view = ui.VStack {
    row("Name", ui.TextField { accessibilityIdentifier = "name", text = "Ada Lovelace" }), row("Mail", mail),
    row("Password", ui.TextField { placeholder = "Password", isSecure = true }),
    row("Alerts", ui.Switch { isOn = true }),
    row("Disk", ui.Gauge { value = 83, maximumValue = 100, warningValue = 80, criticalValue = 95 }),
    ui.HStack { spacing = 1, ui.Button { title = "Cancel" }, ui.Button { title = "Save", isPrimary = true } },
  }
  page.navigationItem.rightBarButtonItem = ui.BarButtonItem { title = "Save" }
  local people = ui.ViewController { title = "People", view = ui.Label {} }
  local navigation = ui.NavigationController { people }
  navigation:push(page)
  return navigation
end

local function empty()
  local page = ui.ViewController { title = "Notes" }
  page.view = ui.TableView { emptyText = "No notes yet", placeholderCommand = "New note" }
  page.navigationItem.rightBarButtonItem = ui.BarButtonItem { title = "+" }
  page.keyCommands = {
    { title = "New note", input = "n", action = function() end }, { title = "Find", input = "ctrl+f", action = function() end },
  }
  return ui.NavigationController { page }
end
kinds["empty-80x24"], kinds["empty-40x12"] = empty, empty

function kinds.planets()
  local planets = {
    { "Jupiter", "142984", "5.20" }, { "Saturn", "120536", "9.58" }, { "Uranus", "51118", "19.20" }, { "Neptune", "49528", "30.05" },
    { "Earth", "12756", "1.00" }, { "Venus", "12104", "0.72" }, { "Mars", "6792", "1.52" }, { "Mercury", "4879", "0.39" },
  }
  local tree = { { "Rocky", "Mercury", "Venus", "Earth", "Mars" }, { "Giants", "Jupiter", "Saturn", "Uranus", "Neptune" } }
  local source = {}
  function source.numberOfRowsInSection() return #planets end
  function source.cellForRow(_, _, _, row) return planets[row] end
  function source.numberOfChildrenOfItem(_, _, item) return item and #item - 1 or #tree end
  function source.childOfItem(_, _, index, item) return item and item[index + 1] or tree[index] end
  function source.isItemExpandable(_, _, item) return type(item) == "table" end
  function source.cellForItem(_, _, item) return type(item) == "table" and item[1] or item end
  local list = ui.TableView {
    accessibilityIdentifier = "planets", dataSource = source, border = "rounded", borderTitle = "Table", allowsMultipleSelection = true,
    columns = {
      { title = "Planet", width = 12 }, { title = "Diameter", width = 10, alignment = "right", isSortable = true },
      { title = "Distance", width = 10, alignment = "right" },
    },
  }
  list.sortColumn, list.sortAscending = 2, false
  list:selectRow(1, 3)
  list:selectRow(1, 5)
  local outline = ui.OutlineView { dataSource = source, border = "rounded", borderTitle = "Kinds" }
  for _, kind in ipairs(tree) do outline:expandItem(kind) end
  local text = "# Planets\n\nThe *eight* planets go round the **Sun.**\n\n> Pluto was one until 2006.\n"
  local log = ui.AttributedString {
    "8 planets\n", { "✓", style = "success" }, " read in 3 ms\n", { "!", style = "warning" }, " Pluto skipped\n",
  }
  local diameter = ui.TextField { accessibilityIdentifier = "diameter", width = 14, validate = function() return nil, "must be a number" end }
  local page = ui.ViewController { title = "Planets" }
  page.view = ui.VStack {
    ui.Grid {
      columns = 2, list, outline,
      ui.TextView { text = ui.markdown(text), isEditable = false, followsEnd = false, border = "rounded", borderTitle = "Page" },
      ui.TextView { text = log, isEditable = false, border = "rounded", borderTitle = "Log" },
    },
    ui.HStack {
      spacing = 2, alignment = "leading", padding = { left = 1 },
      ui.Label { text = "Name", style = "secondary" }, ui.TextField { text = "Ceres", width = 22 },
      ui.Label { text = "Diameter", style = "secondary" }, diameter,
      ui.Button { title = "Clear" }, ui.Button { title = "Add", isPrimary = true, isEnabled = false },
    },
  }
  page.keyCommands = { { title = "Sort", input = "s", action = function() end } }
  return ui.NavigationController { page }, function() list:becomeFirstResponder() list.focusedIndexPath = { section = 1, row = 3 } end
end

local function actions(root)
  local sheet = ui.AlertController { title = "Branch “columns”", preferredStyle = "actionSheet" }
  sheet:addAction { title = "Check out" }
  sheet:addAction { title = "Rename" }
  sheet:addAction { title = "Delete", style = "destructive" }
  root:present(sheet)
end
function kinds.actions() return tabs(), actions end
kinds["actions-40x12"] = function() return tabs(true), actions end

function kinds.notices()
  return tabs(), function()
    app:notify("Saved Ada Lovelace", { style = "success" })
    app:notify("No connection, retrying in 5 s", { style = "warning" })
  end
end

-- Every control on one screen, for a picture in each theme.
function kinds.everything()
  width = 9
  local days = { { label = "Mon", value = 4 }, { label = "Tue", value = 7 }, { label = "Wed", value = 2 } }
  local load = {}
  for index = 1, 24 do load[index] = 1 + math.sin(index / 2) end
  local mail = ui.TextField { text = "ada@", validate = function() return nil, "no domain behind the @" end }
  local name = ui.TextField { text = "Ada Lovelace" }
  local function gauging(value) return ui.Gauge { value = value, maximumValue = 100, warningValue = 80, criticalValue = 95 } end
  local controls = ui.VStack {
    width = 46,
    row("Name", name), row("Mail", mail),
    row("Password", ui.TextField { placeholder = "Password", isSecure = true }),
    row("Account", ui.TextField { text = "ada-1815", isEnabled = false }),
    row("Search", ui.SearchBar { text = "need", note = "2/9" }),
    row("Alerts", ui.Switch { isOn = true }, ui.Switch {}, ui.Switch { isEnabled = false }),
    row("Options", ui.Checkbox { "Remember", isOn = true }, ui.Checkbox { "News" }),
    row("Size", ui.RadioGroup { items = { "small", "large" }, selectedIndex = 1 }),
    row("Days", ui.ToggleGroup { items = { "Saturday", "Sunday" }, selectedIndexes = { 2 } }),
    row("View", ui.SegmentedControl { segments = { "Day", "Week", "Month" }, selectedSegmentIndex = 2 }),
    row("Kind", ui.PopUpButton { items = { "Espresso", "Tea" } }, ui.Stepper { value = 3 }),
    row("Date", ui.DatePicker { date = ui.Date(1767268800) }),
    row("Volume", ui.Slider { value = 0.4 }),
    row("Progress", ui.ProgressView { progress = 0.6 }),
    row("Disk", gauging(50)), row("Memory", gauging(83)), row("Load", gauging(96)),
    row("Course", ui.Sparkline { values = load }),
    row("Sales", ui.BarChart { bars = days }),
    ui.HStack {
      spacing = 1,
      ui.Button { title = "Cancel" }, ui.Button { title = "Save", isPrimary = true },
      ui.Button { title = "Delete", isDestructive = true }, ui.Button { title = "Off", isEnabled = false },
    },
  }
  local function styled(parts)
    local list = {}
    for _, part in ipairs(parts) do list[#list + 1] = type(part) == "string" and part or { part[1], style = part[2] } end
    return ui.AttributedString(list)
  end
  local status = styled {
    { "✓", "success" }, " saved  ", { "!", "warning" }, " full  ", { "✗ failed", "error" }, "  ", { "i", "info" }, " new\n",
    { "@@ -1 +1 @@\n", "diffHunk" }, { "-one\n", "diffRemoved" }, { "+two\n", "diffAdded" },
    { "local", "syntaxKeyword" }, " n = ", { "f", "syntaxFunction" }, "(", { "'x'", "syntaxString" }, ", ", { "7", "syntaxNumber" }, ") ",
    { "-- why", "syntaxComment" }, "\n",
    { "█", "chart1" }, { "█", "chart2" }, { "█", "chart3" }, { "█", "chart4" }, { "█", "chart5" }, { "█", "chart6" }, { "█", "chart7" },
    { "█", "chart8" }, " ", { "link", "link" }, " ", { "accent", "accent" }, " ", { "header", "header" }, " ", { "off", "disabled" },
  }
  local source = {}
  local planets = { { "Saturn", "120536" }, { "Uranus", "51118" }, { "Earth", "12756" }, { "Mars", "6792" }, { "Pluto", "2377" }, { "Ceres", "939" } }
  function source.numberOfRowsInSection() return #planets end
  function source.cellForRow(_, _, _, index) return planets[index] end
  local list = ui.TableView {
    dataSource = source, border = "rounded", borderTitle = "Table", allowsMultipleSelection = true, height = 7,
    columns = { { title = "Planet", width = "fill" }, { title = "Diameter", width = 10, alignment = "right", isSortable = true } },
  }
  list.sortColumn, list.sortAscending = 2, false
  list:selectRow(1, 2)
  list:selectRow(1, 3)
  local tree = { { "Plants", "Oak", "Moss" }, { "Recipes", "Bread" } }
  local items = {}
  function items.numberOfChildrenOfItem(_, _, item) return item and #item - 1 or #tree end
  function items.childOfItem(_, _, index, item) return item and item[index + 1] or tree[index] end
  function items.isItemExpandable(_, _, item) return type(item) == "table" end
  function items.cellForItem(_, _, item) return type(item) == "table" and item[1] or item end
  local outline = ui.OutlineView { dataSource = items, border = "rounded", borderTitle = "Outline", height = 6 }
  outline:expandItem(tree[1])
  local text = "# Markdown\n\nAn *oak* can become **a thousand** years old.\n\n| Kind | Height |\n|---|--:|\n| Common oak | 40 m |\n\n> Great oaks\n"
  local page = ui.ViewController { title = "Controls" }
  page.view = ui.HStack {
    spacing = 2, padding = { left = 1, right = 1 },
    controls,
    ui.VStack {
      list, outline,
      ui.TextView { text = ui.markdown(text), isEditable = false, followsEnd = false, border = "rounded", borderTitle = "Text", height = 11 },
      ui.TextView { text = status, isEditable = false, followsEnd = false, height = 7 },
    },
  }
  page.navigationItem.subtitle = "all of them"
  page.navigationItem.rightBarButtonItem = ui.BarButtonItem { title = "Edit" }
  local root = ui.NavigationController { title = "Controls", ui.ViewController { title = "Back", view = ui.Label {} } }
  root:push(page)
  return ui.TabBarController { root, ui.ViewController { title = "Other", view = ui.Label {} } }, function()
    list:becomeFirstResponder()
    list.focusedIndexPath = { section = 1, row = 2 }
    app:notify("Saved Ada Lovelace", { style = "success", seconds = 3600 })
  end
end

app = ui.Application { identifier = "org.luahost.components" }

function app:didFinishLaunching(options)
  options = options or {}
  if options.theme then self.theme = options.theme end
  local root, finish = kinds[options.kind or arg[1]]()
  self.window = ui.Window { rootViewController = root }
  self.window:makeKeyAndVisible()
  if finish then finish(root) end
end

return app
