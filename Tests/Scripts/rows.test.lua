-- The focused row, and rows that come, go and move while others are selected, focused and visible.
local test = require "luahost.test"

local size = { 40, 12 }

test.case("each way to move the focus calls the handler once; a script's does not", function(t)
  local app = t:launch("rows.lua", { size = size })
  local function news() return app:eval "return list:news()" end
  app:tap "Before"
  app:key "tab"
  t:expect(news()):equals "focus 1 1"
  app:key "down"
  t:expect(news()):equals "focus 1 2"
  app:key "up"
  t:expect(news()):equals "focus 1 1"
  app:key "pagedown"
  t:expect(news()):equals "focus 1 10"
  app:key "end"
  t:expect(news()):equals "focus 1 40"
  app:key "home"
  t:expect(news()):equals "focus 1 1"
  app:key "/"
  app:type "item 3"
  t:expect(news()):equals "focus 1 3"
  app:key "enter"
  app:key "n"
  t:expect(news()):equals "focus 1 30"
  app:key "enter"
  t:expect(news()):equals "select 1 30"
  app:key "escape"
  app:eval "list.table.focusedIndexPath = { section = 1, row = 1 }"
  t:expect(app:screen()):contains "item 1  "
  app:tap "item 4"
  t:expect(news()):equals "focus 1 4, select 1 4"
  app:tap "item 4"
  t:expect(news()):equals "select 1 4"
  app:select("table", 6)
  t:expect(news()):equals "focus 1 6, select 1 6"
  t:expect(app:find("table").focusedIndexPath):equals { section = 1, row = 6 }

  app:eval "list.table.focusedIndexPath = { section = 1, row = 35 }"
  t:expect(app:screen()):contains "item 35"
  app:eval "list.table:selectRow(1, 2)"
  t:expect(app:eval "return list.table.focusedIndexPath.row"):equals(2)
  app:eval "list.table.focusedIndexPath = nil"
  t:expect(app:eval "return list.table.focusedIndexPath"):isNil()
  t:expect(news()):equals ""
  t:expect(function() app:eval "list.table.focusedIndexPath = { row = 3 }" end):fails "focusedIndexPath"
  t:expect(function() app:eval "list.table.focusedIndexPath = 3" end):fails "focusedIndexPath"
end)

test.case("tapping a table by its name focuses it and its first visible row", function(t)
  local app = t:launch("rows.lua", { size = size })
  app:tap "Before"
  app:eval "list.table.contentOffset = { x = 0, y = 8 }"
  app:tap "table"
  t:expect(app:eval "return list:news()"):equals "focus 1 9, select 1 9"
  t:expect(app:eval "return list.table.isFirstResponder"):isTrue()
end)

test.case("selection, focus and scroll position follow their items when rows come, go and move", function(t)
  local app = t:launch("rows.lua", { size = size })
  app:tap "item 5"
  app:key "down"
  app:eval "table.insert(list.items, 1, 'new') list.table:reloadData()"
  t:expect(app:eval "return list:focused() .. ', ' .. list:selected()"):equals "item 6, item 5"
  app:eval "table.remove(list.items, 1) table.remove(list.items, 1) list.table:reloadData()"
  t:expect(app:eval "return list:focused() .. ', ' .. list:selected()"):equals "item 6, item 5"
  app:eval "table.remove(list.items, 5) list.table:reloadData()"
  t:expect(app:eval "return list:focused() .. ', ' .. list:selected()"):equals "item 7, item 5"
  app:eval "table.remove(list.items, 4) list.table:reloadData()"
  t:expect(app:eval "return list:selected()"):equals ""
  app:eval "list.table.contentOffset = { x = 0, y = 20 }"
  local seen = app:screen():match "item %d+"
  app:eval "for count = 1, 7 do table.insert(list.items, 1, 'new ' .. count) end list.table:reloadData()"
  t:expect(app:screen():match "item %d+"):equals(seen)
  t:expect(app:eval "return list:news()"):equals "focus 1 5, select 1 5, focus 1 6"
end)

test.case("selections set before their rows exist wait like restored ones, until the user moves them", function(t)
  local app = t:launch("rows.lua", { size = size, options = { comesLate = true } })
  t:expect(app:screen()):contains "Nothing here yet"
  app:eval [[
    list.table:selectRow(1, 30)
    list.table.focusedIndexPath = { section = 1, row = 33 }
  ]]
  app:kill()
  app:relaunch()
  app:eval "items = {} for row = 1, 40 do items[row] = 'item ' .. row end list:replace { 'a', 'b' }"
  t:expect(app:screen()):never():contains "Nothing here yet"
  t:expect(app:eval "return list:selected()"):equals ""
  app:eval "list:replace(items)"
  t:expect(app:eval "return list:focused() .. ', ' .. list:selected()"):equals "item 33, item 30"
  app:eval "list.table.contentOffset = { x = 0, y = 25 }"
  app:kill()
  app:relaunch()
  app:eval "items = {} for row = 1, 40 do items[row] = 'item ' .. row end list:replace { 'item 0', 'item 1' }"
  app:key "up"
  app:eval "list:replace(items)"
  t:expect(app:eval "return list:focused() .. ', ' .. list:selected()"):equals "item 1, item 30"
end)

test.case("rows that are missing during one reload regain their state", function(t)
  local app = t:launch("rows.lua", { size = size })
  app:tap "item 5"
  app:eval "list.table.contentOffset = { x = 0, y = 12 }"
  app:eval "items = list.items list:replace {}"
  t:expect(app:eval "return list:selected()"):equals ""
  app:eval "list:replace(items)"
  t:expect(app:eval "return list:focused() .. ', ' .. list:selected()"):equals "item 5, item 5"
  t:expect(app:eval "return list.table.contentOffset.y"):equals(12)
end)

test.case("a focused table that gets rows focuses one; End moves to the last row at once", function(t)
  local app = t:launch("rows.lua", { size = size, options = { comesLate = true } })
  app:eval "list.table:becomeFirstResponder()"
  app:eval "items = {} for row = 1, 40 do items[row] = 'item ' .. row end list:replace(items)"
  t:expect(app:eval "return list:focused()"):equals "item 1"
  t:expect(app:eval "return list:news()"):equals ""
  app:eval "list.table.focusedIndexPath = nil"
  app:key "end"
  t:expect(app:eval "return list:focused()"):equals "item 40"
end)

test.case("rows added to a focused list are focused like initial ones", function(t)
  local app = t:launch("rows.lua", { size = size, options = { comesLate = true } })
  app:tap "table"
  t:expect(app:eval "return list.table.focusedIndexPath"):isNil()
  app:key "enter"
  app:eval "list:replace { 'a', 'b' }"
  t:expect(app:screen()):contains "› a"
  t:expect(app:eval "return list:news()"):equals ""
  app:key "enter"
  t:expect(app:eval "return list:news()"):equals "focus 1 1, select 1 1"
  app:eval "list:replace {} list:replace { 'c', 'd' }"
  t:expect(app:eval "return list:focused()"):equals "c"
  -- A focus that a script removed stays removed.
  app:eval "list.table.focusedIndexPath = nil list:replace { 'e', 'f' }"
  t:expect(app:eval "return list.table.focusedIndexPath"):isNil()
end)

for name, source in pairs {
  ["numbers"] = "list.modelIdentifierForElement = function(_, _, _, row) return tonumber(list.items[row]:match '%d+') end "
    .. "list.indexPathForElement = function(_, _, number) assert(math.type(number) == 'integer') "
    .. "for row, item in ipairs(list.items) do if tonumber(item:match '%d+') == number then return 1, row end end end",
  ["fractions"] = "list.modelIdentifierForElement = function(_, _, _, row) return list.items[row]:match '%d+' + 0.5 end "
    .. "list.indexPathForElement = function(_, _, number) "
    .. "for row, item in ipairs(list.items) do if item:match '%d+' + 0.5 == number then return 1, row end end end",
  ["names that match no row"] = "",
} do
  test.case("items are followed by " .. name, function(t)
    local app = t:launch("rows.lua", { size = size, options = { findsNone = source == "" } })
    app:eval(source)
    app:tap "item 5"
    app:key "down"
    app:eval "table.insert(list.items, 1, 'item 99') list.table:reloadData()"
    t:expect(app:eval "return list:focused() .. ', ' .. list:selected()"):equals "item 6, item 5"
    app:kill()
    app:relaunch { options = { comesLate = true, findsNone = source == "" } }
    app:eval(source)
    app:eval "items = { 'item 100' } for row = 40, 1, -1 do items[#items + 1] = 'item ' .. row end list:replace(items)"
    t:expect(app:eval "return list:focused() .. ', ' .. list:selected()"):equals "item 6, item 5"
  end)
end

test.case("invalid results of a data source are reported with valid ones", function(t)
  local app = t:launch("rows.lua", { size = size })
  local function fails(source, pattern)
    app:eval(source)
    app:screen()
    t:expect(app):failed(pattern)
  end
  app:tap "item 2"
  fails("list.modelIdentifierForElement = function() return {} end list.table:reloadData()",
    "modelIdentifierForElement: expected a string, a number or nil, got a table")
  fails("list.modelIdentifierForElement = function(_, _, _, row) return list.items[row] end list.table:selectRow(1, 2) "
    .. "list.indexPathForElement = function() return 3 end table.remove(list.items, 1) list.table:reloadData()",
    "indexPathForElement: expected two numbers, section and row, or nil; got an integer and nil")
  app:eval "list.indexPathForElement = nil"
  fails("list.cellForRow = function() return { txt = 'a' } end list.table:reloadData()", "cellForRow has no text")
  fails("list.numberOfRowsInSection = function() return -1 end list.table:reloadData()",
    "the number of rows: expected 0 or more, got %-1")
  fails("list.table.dataSource = { numberOfRowsInSection = function() return 1 end }",
    "the data source of the TableView has no method 'cellForRow'")
  fails("list.table.dataSource = {}", "the data source of the TableView has no method 'numberOfRowsInSection'")
  t:expect(function() app:eval "list.table:selectRow(0, 1)" end):fails "section: expected 1 or more, got 0"
  t:expect(function() app:eval "list.table:scrollToRow(1, 0)" end):fails "row: expected 1 or more, got 0"
end)

test.case("a fixed list and section titles can have styled text", function(t)
  local app = t:launch("rows.lua", { size = size })
  app:eval [[
    local ui = require "luahost"
    styled = ui.AttributedString { "plain ", { "bold", style = { bold = true } } }
    list.titleForHeaderInSection = function() return styled end
    list.table:reloadData()
  ]]
  t:expect(app:snapshot()):contains "bold"
  t:expect(app:screen()):contains "plain bold  "
  app:eval "list.table.dataSource = nil list.table.rows = { 'one', styled }"
  t:expect(app:snapshot()):contains "plain ‹bold:bold›"
  t:expect(app:eval "return list.table.rows[2] == styled and list.table.rows[1] == 'one'"):isTrue()
end)

test.case("turning multiple selection off keeps one row selected", function(t)
  local app = t:launch("rows.lua", { size = size })
  app:eval "list.table.allowsMultipleSelection = true for row = 2, 4 do list.table:selectRow(1, row) end"
  app:eval "list.table.focusedIndexPath = { section = 1, row = 3 } list.table.allowsMultipleSelection = false"
  t:expect(app:eval "return list:selected()"):equals "item 3"
end)
