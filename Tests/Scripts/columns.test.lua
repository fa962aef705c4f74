-- Rows in columns: titles, sorting, widths, horizontal scrolling, and their restoration.
local test = require "luahost.test"

local function lines(app)
  local all = {}
  for line in (app:screen() .. "\n"):gmatch "(.-)\n" do all[#all + 1] = line end
  return all
end

test.case("titles are aligned with their cells, also beside the sort mark", function(t)
  local app = t:launch("columns.lua", { size = { 40, 8 } })
  local shown = lines(app)
  t:expect(shown[1]):equals "  Name                       Size Kind"
  t:expect(shown[2]):equals "› readme.md                   120 text"
  t:expect(shown[3]):equals "  logo.png                   4096 image"
  t:expect(shown[4]):equals "  app.lua                     900 <code>"
  t:expect(shown[5]):equals "  a file whose name is …        7 text"
  app:tap "Name"
  t:expect(lines(app)[1]):equals "  Name ▲                     Size Kind"
  app:tap "Size"
  t:expect(lines(app)[1]):equals "  Name                     ▲ Size Kind"
  app:tap "Size"
  t:expect(lines(app)[1]):equals "  Name                     ▼ Size Kind"
  app:eval "files.table.columns = { { title = 'Name', width = 4 }, { title = 'Size', width = 4, alignment = 'right' } } files.table.sortColumn = 1"
  t:expect(lines(app)[1]):equals "  N… ▼ Size"
  t:expect(lines(app)[2]):equals "  log… 4096"
end)

test.case("clicks and keys on a title toggle the sort order and call the handler; scripts do not", function(t)
  local app = t:launch("columns.lua", { size = { 40, 8 } })
  local function sorting() return app:eval "return tostring(files.table.sortColumn) .. ' ' .. tostring(files.table.sortAscending)" end
  local function sorts() return (app:eval "return files:news()":gsub("rows,? ?", ""):gsub(", $", "")) end
  t:expect(sorting()):equals "nil true"
  app:key "down"
  app:key "enter"
  app:tap "Size"
  t:expect(sorting()):equals "2 true"
  t:expect(sorts()):equals "sort 2 up"
  t:expect(lines(app)[2]):contains "a file"
  -- Selection and focus follow their items.
  t:expect(app:eval "return files.files[files.table.focusedIndexPath.row][1]"):equals "logo.png"
  t:expect(app:eval "return files.files[files.table.indexPathsForSelectedRows[1].row][1]"):equals "logo.png"
  app:tap "Size"
  t:expect(sorting()):equals "2 false"
  app:tap "Size"
  t:expect(sorting()):equals "2 true"
  app:tap "Name"
  t:expect(sorting()):equals "1 true"
  t:expect(sorts()):equals "sort 2 down, sort 2 up, sort 1 up"
  t:expect(function() app:tap "Kind" end):fails "Kind"
  app:key "^"
  app:key "enter"
  t:expect(sorts()):equals "sort 1 down"
  app:key "right"
  app:key "enter"
  app:key "right"
  app:key "enter"
  app:key "down"
  t:expect(sorts()):equals "sort 2 up"
  app:eval "files.table.sortColumn = 3 files.table.sortAscending = false"
  t:expect(sorting()):equals "3 false"
  app:eval "files.table.sortColumn = nil"
  t:expect(sorting()):equals "nil false"
  t:expect(sorts()):equals ""
  t:expect(function() app:eval "files.table.sortColumn = 4" end):fails "sortColumn: expected 1 to 3, got 4"
end)

for _, isSaved in ipairs { false, true } do
  local function again(app)
    if isSaved then app:background() end
    app:kill()
    app:relaunch()
  end

  test.case("the user's column changes are restored" .. (isSaved and " (background)" or " (autosave)"), function(t)
    local app = t:launch("columns.lua", { size = { 40, 8 } })
    app:tap "Size"
    app:tap "Size"
    app:key "^"
    app:key "+"
    app:key "+"
    app:key "right"
    app:key "-"
    app:key "escape"
    local before = app:screen()
    t:expect(lines(app)[1]):equals "  Name                      ▼ Size Kind"
    again(app)
    t:expect(app:screen()):equals(before)
    t:expect(app:eval "return files:news()"):matches "^sort 2 down, rows"
    app:eval "files.table:reloadData()"
    t:expect(app:eval "return files:news()"):never():contains "sort"
    again(app)
    t:expect(app:screen()):equals(before)
    -- Columns in another order are identified by their identifiers.
    app:eval "local c = files.table.columns c[1], c[2] = c[2], c[1] files.table.columns = c"
    t:expect(app:eval "return files.table.sortColumn"):equals(1)
    t:expect(lines(app)[1]):matches "^  +▼ Size Name"
  end)
end

test.case("a restored sort order is reported once, even if that fails, and not for unsortable columns", function(t)
  local app = t:launch("columns.lua", { size = { 40, 8 } })
  app:tap "Size"
  app:kill()
  app:relaunch { options = { failsToSort = true } }
  app:eval "files.table:reloadData()"
  app:screen()
  t:expect(app:eval "return files:news()"):equals "sort, rows, rows"
  t:expect(app):failed "no way"
  app:kill()
  app:relaunch { options = { isStiff = true } }
  t:expect(app:eval "return files.table.sortColumn"):isNil()
  t:expect(app:eval "return files:news()"):never():contains "sort"
end)

test.case("a sort order set by a script is not saved", function(t)
  local app = t:launch("columns.lua", { size = { 40, 8 } })
  app:eval "files.table.sortColumn = 2"
  app:background()
  app:kill()
  app:relaunch()
  t:expect(app:eval "return files.table.sortColumn"):isNil()
  t:expect(app:eval "return files:news()"):never():contains "sort"
end)

test.case("columns wider than the screen scroll sideways, and keep their offset", function(t)
  local app = t:launch("columns.lua", { size = { 20, 8 } })
  app:eval [[files.table.columns = { { title = "Name", width = 16 }, { title = "Size", width = 8 }, { title = "Kind", width = 8 } }]]
  t:expect(lines(app)[1]):equals " ›Name             S"
  app:key "right"
  t:expect(lines(app)[2]):equals "› d        120"
  t:expect(app:eval "return files.table.contentOffset.x"):equals(8)
  app:kill()
  app:relaunch()
  app:eval [[files.table.columns = { { title = "Name", width = 16 }, { title = "Size", width = 8 }, { title = "Kind", width = 8 } }]]
  app:key "shift+right"
  app:key "shift+right"
  t:expect(lines(app)[1]):equals "‹  Size     Kind"
end)

test.case("views are in their columns, and are found by text and in plain output", function(t)
  local app = t:launch("columns.lua", { size = { 40, 8 } })
  app:key "/"
  app:type "<code"
  app:key "enter"
  t:expect(app:eval "return files.table.focusedIndexPath.row"):equals(3)
  app:key "escape"
  app:tap "<code>"
  t:expect(app:eval "return files.table.indexPathsForSelectedRows[1].row"):equals(3)
end)

test.case("styled text in cells keeps its style, is found by its characters, and its links can be focused", function(t)
  local app = t:launch("columns.lua", { size = { 40, 8 } })
  app:eval [[
    local ui = require "luahost"
    opened = 0
    files.cellForRow = function(_, _, _, row)
      local link = { "link", action = function(view) opened = opened + 1 end }
      return {
        ui.AttributedString { "plain ", { "bold " .. row, style = { bold = true } } },
        row == 2 and ui.AttributedString { link } or ui.AttributedString { { "4", style = "accent" }, "2" },
      }
    end
    files.table:reloadData()
  ]]
  t:expect(lines(app)[2]):equals "› plain bold 1                 42"
  t:expect(lines(app)[3]):equals "  plain bold 2               link"
  t:expect(app:snapshot()):contains "plain ‹bold:bold 2›"
  app:key "/"
  app:type "n bold 3"
  app:key "enter"
  t:expect(app:eval "return files.table.focusedIndexPath.row"):equals(3)
  app:key "escape"
  app:key "tab"
  app:key "enter"
  t:expect(app:eval "return opened, files.table.focusedIndexPath.row"):equals(1)
  t:expect(app:eval "return files.table.focusedIndexPath.row"):equals(2)
  app:eval [[
    local ui = require "luahost"
    files.table.columns = {}
    files.cellForRow = function(_, _, _, row)
      return { text = ui.AttributedString { "a", { "b", style = { bold = true } } }, detail = ui.AttributedString { "d" } }
    end
    files.table:reloadData()
  ]]
  t:expect(lines(app)[1]):equals "  ab                                   d"
end)

test.case("titles of columns, sections, rows and borders can be styled", function(t)
  local app = t:launch("columns.lua", { size = { 40, 10 } })
  app:eval [[
    local ui = require "luahost"
    local function styled(text) return ui.AttributedString { text:sub(1, 2), { text:sub(3), style = { italic = true } } } end
    title = styled "Name"
    files.table.columns = { { title = title, isSortable = true }, { title = "Size", width = 6 } }
    files.table.border = "rounded"
    files.table.borderTitle = styled "Border"
    files.titleForHeaderInSection = function() return styled "Header" end
    files.table:reloadData()
  ]]
  t:expect(app:eval "local c = files.table.columns[1] return c.title == title and c.identifier"):equals "Name"
  t:expect(app:eval "return tostring(files.table.borderTitle)"):equals "Border"
  t:expect(app:screen()):contains "─ Border ─"
  t:expect(app:screen()):contains "Header"
  for _, part in ipairs { "me", "rder", "ader" } do t:expect(app:snapshot()):matches("italic[^‹›]*:" .. part) end
  app:tap "Name"
  t:expect(app:eval "return files.table.sortColumn"):equals(1)
  app:eval [[
    local ui = require "luahost"
    list = ui.TableView { rows = { "plain", ui.AttributedString { "sty", { "led", style = { italic = true } } } } }
    app.window.rootViewController = ui.ViewController { view = list }
  ]]
  t:expect(lines(app)[2]):equals "  styled"
  t:expect(app:snapshot()):contains "‹italic:led›"
  t:expect(app:eval "return list.rows[1] == 'plain' and list.rows[2].string"):equals "styled"
end)

test.case("an invalid column definition is an error that says what is wrong", function(t)
  local app = t:launch("columns.lua", { size = { 40, 8 } })
  local function fails(columns, pattern)
    t:expect(function() app:eval("files.table.columns = " .. columns) end):fails(pattern)
  end
  fails("3", "columns: expected a list")
  fails("{ 'Name' }", "item 1: expected a table")
  fails("{ { title = 'a' }, { title = 'b', identifier = 'a' } }", "columns 1 and 2 have the same identifier \"a\"")
  fails("{ { title = 'a', width = 0 } }", "width of column 1 must be 1 to 10000")
  fails("{ { title = 'a', width = -3 } }", "width of column 1 must be")
  fails("{ { title = 'a', width = 'full' } }", "width: expected a number of cells or \"fill\", got \"full\"")
  fails("{ { title = 'a', width = 2.5 } }", "width: expected")
  fails("{ { title = 'a', minWidth = 0 } }", "minWidth: expected 1")
  fails("{ { title = 'a', width = 3, minWidth = 5 } }", "less than its minWidth 5")
  fails("{ { title = 3 } }", "column 1: title: expected a string")
  fails("{ { width = 3 } }", "column 1 needs a title or an identifier")
  fails("{ { title = 'a', alignment = 'middle' } }", "alignment: expected \"left\"")
  fails("{ { title = 'a', isSortable = 1 } }", "isSortable: expected a boolean")
  fails("{ { title = 'a', sortable = true } }", "no field 'sortable'; did you mean 'isSortable'")
  t:expect(app:eval "return #files.table.columns"):equals(3)
  app:eval "files.table.columns, files.cellForRow = {}, function() return 'text' end"
  t:expect(app:eval "return #files.table.columns"):equals(0)
  t:expect(function() app:eval "files.table.sortColumn = 1" end):fails "sortColumn: the view has no columns"
end)

test.case("a wider column leaves the columns where they are, also after a restart", function(t)
  for _, isKilled in ipairs { false, true } do
    local app = t:launch("columns.lua", { size = { 40, 8 } })
    app:key "^"
    for _ = 1, 2 do app:key "right" end
    if isKilled then
      app:kill()
      app:relaunch()
    end
    for _ = 1, 40 do app:key "+" end
    t:expect(app:find("table").contentOffset.x):equals(0)
  end
end)

test.case("a focused title is focused again when the table can be used again, and not when the user returns to it", function(t)
  local app = t:launch("columns.lua", { size = { 40, 8 } })
  local function sorting() return app:eval "return tostring(files.table.sortColumn)" end
  app:key "down"
  app:key "^"
  app:eval "files.table.isHidden = true"
  app:eval "files.table.isHidden = false"
  app:key "enter"
  t:expect(sorting()):equals "1"
  app:eval [[
    local ui = require "luahost"
    files.table.isHidden = true
    files.view = ui.VStack { files.table, ui.Button { title = "Other" } }
  ]]
  app:eval "files.table.isHidden = false"
  app:key "tab"
  app:key "shift+tab"
  app:key "enter"
  t:expect(sorting()):equals "1"
  for _, back in ipairs { function() app:click(3, 7) end, function() app:eval "files.table:becomeFirstResponder()" end } do
    app:eval "files.table.sortColumn = nil"
    app:key "down"
    app:key "^"
    app:eval "files.table.isHidden = true"
    app:tap "Other"
    app:eval "files.table.isHidden = false"
    app:tap "Other"
    back()
    app:key "enter"
    t:expect(sorting()):equals "nil"
  end
end)

test.case("a focused title is forgotten when a screen that covered the table shows again with another focus", function(t)
  local app = t:launch("columns.lua", { size = { 40, 8 } })
  app:key "down"
  app:key "^"
  app:eval [[
    local ui = require "luahost"
    local files = files
    other = ui.Button { title = "Other" }
    files.view = ui.VStack { other, files.table }
    files.table:becomeFirstResponder()
  ]]
  app:key "up"
  app:key "^"
  app:eval [[
    local ui = require "luahost"
    function files:viewDidAppear() other:becomeFirstResponder() end
    files:present(ui.ViewController { view = ui.VStack { ui.Button { title = "Deep" } } })
  ]]
  app:tap "Deep"
  app:eval "files:dismiss()"
  t:expect(app:eval "return other.isFirstResponder"):isTrue()
  app:eval "files.table.sortColumn = nil"
  app:key "tab"
  app:key "enter"
  t:expect(app:eval "return tostring(files.table.sortColumn)"):equals "nil"
end)

test.case("a column can have a title of any length", function(t)
  local app = t:launch("columns.lua", { size = { 40, 8 } })
  app:eval [[files.table.columns = { { identifier = "name", title = ("x"):rep(20000) } }]]
  t:expect(app:screen()):contains "xxx"
end)
