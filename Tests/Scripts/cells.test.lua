local test = require "luahost.test"

local function at(app) return app:find("table").focusedIndexPath.row, app:find("table").focusedColumn end

test.case("arrows move a cell, and Enter chooses it", function(t)
  local app = t:launch "cells.lua"
  t:expect(app:find("table").focusedColumn):equals(1)
  app:key "left"
  t:expect(app:find("table").focusedColumn):equals(1)
  for _, key in ipairs { "down", "right", "right", "right" } do app:key(key) end
  t:expect({ at(app) }):equals { 2, 3 }
  for _, key in ipairs { "left", "left", "enter" } do app:key(key) end
  t:expect(app:screen()):contains "cell 1 2 1"
  t:expect(#app:find("table").indexPathsForSelectedRows):equals(0)
end)

test.case("a tap on the text of a cell chooses that cell, also beside the screen", function(t)
  local app = t:launch("cells.lua", { size = { 20, 12 } })
  app:tap "Rome"
  t:expect(app:screen()):contains "cell 1 2 3"
  t:expect({ at(app) }):equals { 2, 3 }
  app:tap "Cyd"
  t:expect(app:screen()):contains "cell 1 3 1"
  app:tap "36"
  t:expect(app:screen()):contains "cell 1 1 2"
end)

test.case("the focused cell is restored, also with the columns in another order", function(t)
  local app = t:launch "cells.lua"
  for _, key in ipairs { "down", "right" } do app:key(key) end
  local before = app:snapshot()
  app:kill()
  app:relaunch()
  t:expect({ at(app) }):equals { 2, 2 }
  t:expect(app:snapshot()):equals(before)
  app:eval "local t = app.window.rootViewController.table; local c = t.columns; c[1], c[2] = c[2], c[1]; t.columns = c"
  t:expect(app:find("table").focusedColumn):equals(1)
end)

test.case("the focused cell follows its row when rows are sorted", function(t)
  local app = t:launch "cells.lua"
  app:key "right"
  app:tap "Name"
  app:tap "Name"
  t:expect({ at(app) }):equals { 3, 2 }
end)

test.case("a script moves the focused cell without calling the delegate", function(t)
  local app = t:launch "cells.lua"
  app:eval "local t = app.window.rootViewController.table; t.focusedColumn = 3; t.focusedIndexPath = { section = 1, row = 2 }"
  t:expect({ at(app) }):equals { 2, 3 }
  t:expect(app:screen()):contains "nothing"
  t:expect(function() app:eval "app.window.rootViewController.table.focusedColumn = 4" end):fails "expected 1 to 3"
end)

test.case("without a cell cursor there is no focused column", function(t)
  local app = t:launch "cells.lua"
  app:eval "app.window.rootViewController.table.selectionMode = 'row'"
  t:expect(app:find("table").focusedColumn):isNil()
  app:key "enter"
  t:expect(app:screen()):contains "row 1"
  t:expect(function() app:eval "app.window.rootViewController.table.selectionMode = 'column'" end):fails "selectionMode"
end)

test.case("without selection, keys scroll and nothing is chosen", function(t)
  local app = t:launch("cells.lua", { size = { 40, 8 } })
  app:eval [[
    local t = app.window.rootViewController.table
    t.selectionMode, t.dataSource, t.columns = "none", nil, {}
    local rows = {}
    for i = 1, 50 do rows[i] = "item " .. i end
    t.rows = rows]]
  app:key "down"
  app:key "j"
  t:expect(app:find("table").contentOffset.y):equals(2)
  app:key "enter"
  t:expect(#app:find("table").indexPathsForSelectedRows):equals(0)
end)

test.case("Ctrl+Space selects the rows up to the nearest selected one", function(t)
  local app = t:launch "cells.lua"
  app:eval [[
    local t = app.window.rootViewController.table
    t.selectionMode, t.dataSource, t.columns, t.allowsMultipleSelection = "row", nil, {}, true
    t.rows = { "a", "b", "c", "d", "e" }]]
  for _, key in ipairs { "home", "down", "space", "down", "down", "ctrl+space" } do app:key(key) end
  local rows = {}
  for _, path in ipairs(app:find("table").indexPathsForSelectedRows) do rows[#rows + 1] = path.row end
  t:expect(rows):equals { 2, 3, 4 }
end)

test.case("emptyText is shown while there are no rows", function(t)
  local app = t:launch "cells.lua"
  app:eval "local t = app.window.rootViewController.table; t.dataSource = nil; t.rows = {}"
  t:expect(app:screen()):contains "No people"
end)

test.case("an edited cell is passed to commitEdit, and an error keeps its text", function(t)
  local app = t:launch "cells.lua"
  app:key "right"
  for _, key in ipairs { "enter", "backspace", "7", "enter" } do app:key(key) end
  t:expect(app:screen()):matches "Ada%s+37"
  app:key "f2"
  app:key "x"
  app:key "enter"
  t:expect(app:errors()[1]):contains "an age is a number"
  t:expect(app:screen()):contains "37x"
  app:key "escape"
  t:expect(app:screen()):never():contains "37x"
  t:expect(app:find("table").focusedColumn):equals(2)
end)

test.case("an edit under way is restored with its text, its insertion point and the focus", function(t)
  local app = t:launch "cells.lua"
  for _, key in ipairs { "down", "right", "right", "f2", "x", "left", "left" } do app:key(key) end
  local before = app:snapshot()
  app:kill()
  app:relaunch()
  t:expect(app:snapshot()):equals(before)
  for _, key in ipairs { "y", "enter" } do app:key(key) end
  t:expect(app:screen()):contains "Romyex"
end)

test.case("Tab commits and edits the next cell that can be edited", function(t)
  local app = t:launch "cells.lua"
  for _, key in ipairs { "right", "f2", "1", "tab", "!", "tab" } do app:key(key) end
  t:expect(app:screen()):matches "Ada%s+361%s+London!"
  t:expect({ at(app) }):equals { 2, 2 }
end)

test.case("rows and columns that vanish while a cell is edited end the edit", function(t)
  for _, change in ipairs { "remove(1)", "removeAll()", "removeColumn(2)", "noSource()" } do
    local app = t:launch "cells.lua"
    for _, key in ipairs { "right", "f2", "9" } do app:key(key) end
    app:eval("app.window.rootViewController:" .. change)
    t:expect(app:screen()):never():contains "369"
    for _, key in ipairs { "down", "enter", "escape", "tab" } do app:key(key) end
  end
end)

test.case("the focused cell or column title stays visible in a narrower table, live and restored", function(t)
  for _, keys in ipairs { { "right", "right" }, { "^", "right", "right" } } do
    local app = t:launch("cells.lua", { size = { 40, 10 } })
    for _, key in ipairs(keys) do app:key(key) end
    local wide = app:screen()
    app:resize(20, 10)
    local narrow = app:screen()
    t:expect(narrow):contains "London"
    t:expect(narrow):never():contains "Ada"
    app:resize(40, 10)
    t:expect(app:screen()):equals(wide)
    app:kill()
    app:relaunch { size = { 20, 10 } }
    t:expect(app:screen()):equals(narrow)
    app:kill()
    app:relaunch()
    t:expect(app:screen()):equals(narrow)
    app:resize(40, 10)
    t:expect(app:screen()):equals(wide)
  end
end)

test.case("a focused cell that the user has scrolled away stays there after a restart and at another size", function(t)
  local app = t:launch("cells.lua", { size = { 40, 10 } })
  app:key "right"
  app:key "right"
  app:resize(20, 10)
  app:key "shift+left"
  app:key "shift+left"
  local scrolled = app:screen()
  t:expect(scrolled):contains "Ada"
  for _ = 1, 2 do
    app:kill()
    app:relaunch()
    t:expect(app:screen()):equals(scrolled)
  end
  app:resize(24, 10)
  app:resize(20, 10)
  t:expect(app:screen()):equals(scrolled)
end)
