-- Each control of the gallery is used, the app is killed, and the control is restored.
local test = require "luahost.test"

-- A case on one tab: `use` uses a control, `check` is true before the kill and after it.
local function survives(name, tab, use, check)
  test.case(name .. " is restored", function(t)
    local app = t:launch("gallery.lua", { size = { 80, 30 } })
    app:tap(tab)
    use(app)
    check(t, app)
    local before = app:snapshot()
    app:kill()
    app:relaunch()
    check(t, app)
    t:expect(app:snapshot()):equals(before)
  end)
end

local function keys(app, ...)
  for _, key in ipairs { ... } do app:key(key) end
end

survives("a text field: text, cursor, selection", "Text", function(app)
  app:tap "name"
  app:type "Ada Lovelace"
  keys(app, "ctrl+left", "shift+right", "shift+right", "shift+right")
end, function(t, app)
  local field = app:find "name"
  t:expect(field.text):equals "Ada Lovelace"
  t:expect(field.selectedRange):equals { location = 5, length = 3 }
  t:expect(field.isFirstResponder):isTrue()
end)

test.case("the focus of a secure field is restored, its text is not saved", function(t)
  local app = t:launch("gallery.lua", { size = { 80, 30 } })
  app:tap "password"
  app:type "secret"
  t:expect(app:find("password").text):equals "secret"
  t:expect(app:screen()):contains "••••••"
  t:expect(app:screen()):never():contains "secret"
  app:kill()
  app:relaunch()
  t:expect(app:find("password").isFirstResponder):isTrue()
  t:expect(app:find("password").text):equals ""
end)

survives("a search bar", "Text", function(app)
  app:tap "looked"
  app:type "needle"
end, function(t, app) t:expect(app:find("looked").text):equals "needle" end)

survives("a text view: text, selection, scroll position", "Text", function(app)
  app:tap "notes"
  for line = 1, 40 do app:type("\nline " .. line) end
  keys(app, "pageup", "pageup", "shift+up")
end, function(t, app)
  t:expect(app:find("notes").selectedRange.length):equals(8)
  t:expect(app:screen()):never():contains "line 40"
end)

survives("a switch", "Values", function(app)
  app:tap "switch"
end, function(t, app) t:expect(app:find("switch").isOn):isFalse() end)

survives("a checkbox", "Values", function(app)
  app:tap "Remember me"
end, function(t, app)
  t:expect(app:find("checkbox").isOn):isTrue()
  t:expect(app:screen()):contains "[x] Remember me"
end)

survives("a slider, and the progress that follows it", "Values", function(app)
  app:tap "slider"
  keys(app, "end", "left")
end, function(t, app)
  t:expect(app:find("slider").value):equals(0.95)
  t:expect(app:screen()):contains(("━"):rep(53) .. "───")
end)

survives("a stepper", "Values", function(app)
  app:tap "stepper"
  keys(app, "+", "+", "-")
end, function(t, app) t:expect(app:find("stepper").value):equals(4) end)

survives("a segmented control", "Choices", function(app)
  app:tap "Month"
end, function(t, app) t:expect(app:find("segments").selectedSegmentIndex):equals(3) end)

survives("a date picker, and its focused part", "Choices", function(app)
  app:tap "date"
  keys(app, "up", "right", "down", "right", "0", "9")
end, function(t, app) t:expect(app:screen()):contains "2026-12-09" end)

survives("a time", "Choices", function(app)
  app:tap "time"
  keys(app, "0", "7", "4", "5")
end, function(t, app) t:expect(app:screen()):contains "07:45" end)

survives("a calendar", "Choices", function(app)
  app:tap "calendar"
  keys(app, "pagedown", "end", "left")
end, function(t, app) t:expect(app:screen()):contains "February 2026" end)

survives("a picker of two wheels", "Choices", function(app)
  app:tap "picker"
  keys(app, "down", "down", "right", "l")
end, function(t, app) t:expect(app:find("picker").selectedRows):equals { 3, 3 } end)

survives("a table: selection of several, by their items", "Tables", function(app)
  app:tap "Bee"
  app:tap "Elk"
  app:tap "Sort"
end, function(t, app) t:expect(#app:find("animals").indexPathsForSelectedRows):equals(2) end)

survives("a table that is edited: a row deleted, another moved", "Tables", function(app)
  app:tap "Edit"
  app:tap "animals"
  app:select("animals", 2)
  keys(app, "delete", "alt+down")
end, function(t, app)
  t:expect(app:screen()):never():contains "Bee"
  t:expect(app:find("animals").isEditing):isTrue()
  t:expect(app:screen()):matches "Dog.-Cat"
end)

survives("a table of a million rows: where it is scrolled to", "Tables", function(app)
  app:tap "million"
  keys(app, "end", "pageup")
end, function(t, app) t:expect(app:screen()):contains "row 999984" end)

survives("a focused cell, and the text of the cell that is being edited", "DataGrid", function(app)
  app:tap "goods"
  keys(app, "down", "right", "enter", "backspace", "7")
end, function(t, app)
  t:expect(app:find("goods").focusedColumn):equals(2)
  t:expect(app:find("goods").focusedIndexPath):equals { section = 1, row = 2 }
  t:expect(app:screen()):matches "Bread%s+7"
end)

survives("the current line of a pager that follows appended text", "DataGrid", function(app)
  app:tap "goods"
  keys(app, "right", "enter", "backspace", "5", "tab", "backspace", "5", "enter")
end, function(t, app) t:expect(app:find("history").currentLine):equals(2) end)

survives("edited cells, and the current line of a pager", "DataGrid", function(app)
  app:tap "goods"
  keys(app, "right", "enter", "backspace", "5", "tab", "backspace", "5", "enter")
  app:tap "history"
  keys(app, "home", "down")
end, function(t, app)
  t:expect(app:screen()):contains "6.75"
  t:expect(app:find("history").currentLine):equals(2)
  t:expect(app:find("line").text):equals "Change 2"
end)

test.case("a text that is not accepted stays in its cell", function(t)
  local app = t:launch "gallery.lua"
  app:tap "DataGrid"
  app:tap "goods"
  keys(app, "right", "f2", "x")
  app:key "enter"
  t:expect(app:errors()[1]):contains "expected a number from 0, got \"12x\""
  t:expect(app:screen()):contains "12x"
  keys(app, "escape")
  t:expect(app:screen()):never():contains "12x"
end)

survives("a scroll view", "Looking", function(app)
  app:scroll("scroll", 12)
end, function(t, app) t:expect(app:find("scroll").contentOffset):equals { x = 0, y = 12 } end)

survives("pages over a navigation stack", "Containers", function(app)
  app:tap "Turn pages"
  app:key "pagedown"
end, function(t, app) t:expect(app:screen()):contains "This is page 2" end)

test.case("keys trigger a row's action", function(t)
  local app = t:launch "gallery.lua"
  app:tap "Tables"
  app:select("animals", 4)
  app:key "right"
  t:expect(app:screen()):contains "[Double] [Delete]"
  app:key "enter"
  t:expect(app:screen()):matches "Dog%s+8"
  keys(app, "right", "right", "enter")
  t:expect(app:screen()):never():contains "Dog"
end)

test.case("a search finds rows, also far away in a long table", function(t)
  local app = t:launch "gallery.lua"
  app:tap "Tables"
  app:tap "million"
  app:key "/"
  app:type "row 77777"
  app:advance(5)
  t:expect(app:screen()):contains "› row 77777"
  app:key "enter"
  app:key "n"
  app:advance(30)
  t:expect(app:screen()):contains "› row 777770"
  app:key "escape"
  t:expect(app:screen()):never():contains "/row"
end)

test.case("the help lists the keys of the control, the screen and the app", function(t)
  local app = t:launch("gallery.lua", { size = { 80, 40 } })
  app:tap "Tables"
  app:tap "animals"
  app:key "?"
  local help = app:screen()
  t:expect(help):contains "Row actions"
  t:expect(help):contains "Ctrl+N"
  t:expect(help):contains "Add an animal"
  t:expect(help):contains "Choose a tab"
  app:key "escape"
  t:expect(app:screen()):never():contains "Row actions"
  t:expect(app:screen()):contains "^N add an animal"
end)

test.case("the command palette runs named actions", function(t)
  local app = t:launch "gallery.lua"
  app:tap "Tables"
  app:key "ctrl+p"
  app:type "addan"
  t:expect(app:screen()):contains "Add an animal"
  app:key "enter"
  t:expect(app:screen()):contains "Animal 7"
  app:key "ctrl+n"
  t:expect(app:screen()):contains "Animal 8"
  -- Buttons and tabs are also found by their titles.
  app:key "ctrl+p"
  app:type "values"
  app:key "enter"
  t:expect(app:screen()):contains "nothing pressed yet"
  app:key "ctrl+p"
  app:type "press"
  app:key "enter"
  t:expect(app:screen()):never():contains "nothing pressed yet"
end)

test.case("keys answer alerts and action sheets", function(t)
  local app = t:launch "gallery.lua"
  app:tap "Containers"
  app:tap "Ask"
  keys(app, "left", "enter")
  t:expect(app:screen()):contains "answered No"
  app:tap "Offer"
  app:tap "Yes"
  t:expect(app:screen()):contains "answered Yes"
end)

test.case("numbers and the choices about them are restored", function(t)
  local app = t:launch("gallery.lua", { size = { 80, 30 } })
  app:tap "Numbers"
  app:tap "much"
  app:tap "More"
  app:tap "More"
  app:tap "axis"
  app:tap "vertical"
  app:tap "sound"
  app:tap "light"
  app:tap "sound"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "60 %"
  t:expect(app:find("course").values):equals { 0.3, 0.6 }
  t:expect(app:find("bars").axis):equals "vertical"
  t:expect(app:find("step").selectedIndex):equals(2)
  t:expect(app:find("alarms").selectedIndexes):equals { 2 }
end)

test.case("the last pressed button is shown after a kill", function(t)
  local app = t:launch "gallery.lua"
  app:tap "Values"
  app:tap "Press"
  app:kill()
  app:relaunch()
  t:expect(app:find("said").text):equals "pressed"
end)

test.everywhere("no page loses anything", "gallery.lua", { size = { 80, 24 } }, function(app)
  for _, tab in ipairs { "Text", "Values", "Choices", "Tables", "Looking", "Containers", "Numbers", "DataGrid" } do
    app:tap(tab)
    app:key "tab"
    app:key "down"
    app:key "space"
    app:key "tab"
    app:key "right"
    app:key "enter"
  end
end)
