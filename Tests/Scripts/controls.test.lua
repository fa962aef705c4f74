-- Every control in every state, compared with text and image snapshots. `luahost test --accept` updates them.
local test = require "luahost.test"

local kinds = {
  "button", "label", "text field", "text view", "switch", "slider", "stepper", "segments", "choices", "charts", "progress", "date picker",
  "picker", "table", "image", "scrolling", "borders",
}

local function launch(t, kind, theme, size)
  return t:launch("controls.lua", { size = size or { 60, 30 }, options = { kind = kind, theme = theme } })
end

for _, kind in ipairs(kinds) do
  test.case(kind .. " matches its snapshot", function(t)
    t:expect(launch(t, kind)):matchesSnapshot(kind)
  end)
end

for _, theme in ipairs { "dark", "light", "monochrome" } do
  test.case("the theme " .. theme .. " matches its snapshots", function(t)
    for _, kind in ipairs { "table", "segments", "image", "borders" } do
      t:expect(launch(t, kind, theme)):matchesSnapshot(kind .. " " .. theme)
    end
  end)
end

test.case("a row's actions, a search, the help and the palette match their snapshots", function(t)
  local app = launch(t, "table")
  app:key "right"
  t:expect(app):matchesSnapshot "row actions"
  app:key "escape"
  app:key "/"
  app:type "pear"
  t:expect(app):matchesSnapshot "search"
  app:key "escape"
  app:key "?"
  t:expect(app):matchesSnapshot "help"
  app:key "escape"
  app:key "ctrl+p"
  t:expect(app):matchesSnapshot "commands"
end)

test.case("any screen size can be drawn", function(t)
  for _, kind in ipairs(kinds) do
    for _, size in ipairs { { 1, 1 }, { 5, 2 }, { 20, 5 }, { 400, 150 } } do
      local app = launch(t, kind, nil, size)
      for _, key in ipairs { "tab", "down", "right", "pagedown", "end", "?", "escape", "ctrl+p", "escape" } do app:key(key) end
      local widest = 0
      for line in app:screen():gmatch "[^\n]+" do widest = math.max(widest, utf8.len(line)) end
      t:expect(widest <= size[1]):isTrue()
      app:resize(40, 10)
      app:resize(size[1], size[2])
      app:terminate()
    end
  end
end)

test.case("pasted text becomes one line in a field, and is undone at once", function(t)
  local app = launch(t, "text field")
  app:paste "two\nlines"
  t:expect(app:screen()):contains "two lines"
  app:key "alt+z"
  t:expect(app:screen()):contains "Name"
  app:key "alt+y"
  t:expect(app:screen()):contains "two lines"
end)

test.case("nothing to insert replaces no selection, and leaves undo and redo", function(t)
  local app = launch(t, "text view")
  app:key "alt+a"
  app:key "delete"
  app:type "abc"
  for _, insert in ipairs { function() app:key "ctrl+y" end, function() app:paste "" end, function() app:key "ctrl+v" end } do
    app:key "alt+a"
    insert()
    t:expect(app:screen()):contains "abc"
    app:key "end"
    app:key "alt+z"
    t:expect(app:screen()):never():contains "abc"
    insert()
    app:key "alt+y"
    t:expect(app:screen()):contains "abc"
  end
end)

test.case("pasted line ends are those of a paste in a terminal", function(t)
  local app = launch(t, "text view")
  app:paste "one\r\ntwo\rthree"
  app:key "alt+a"
  app:key "ctrl+c"
  t:expect(app:eval "return app.pasteboard.string"):equals "one\ntwo\nthree"
end)

test.case("text is copied, cut and pasted, but not a password", function(t)
  local app = launch(t, "text field")
  for _, key in ipairs { "down", "alt+a", "ctrl+x", "ctrl+v", "ctrl+v" } do app:key(key) end
  t:expect(app:screen()):contains "AdaAda"
  t:expect(app:eval "return app.pasteboard.string"):equals "Ada"
  for _, key in ipairs { "down", "down", "alt+a", "ctrl+c" } do app:key(key) end
  t:expect(app:eval "return app.pasteboard.string"):equals "Ada"
end)

test.case("a double click selects a word, a triple click the line", function(t)
  local app = launch(t, "text field")
  local function selected()
    return app:eval "local view = app.window.rootViewController.view.subviews[3].subviews[2] return view.selectedRange.length"
  end
  app:click(24, 4)
  t:expect(selected()):equals(0)
  app:click(24, 4)
  t:expect(selected()):equals(3)
  app:click(24, 4)
  t:expect(selected()):equals(12)
  app:advance(1)
  app:drag(23, 4, 26, 4)
  t:expect(selected()):equals(3)
  app:advance(1)
end)

test.case("scroll bars can be dragged", function(t)
  local app = launch(t, "scrolling")
  app:drag(59, 3, 59, 6)
  t:expect(app:screen()):contains "line 30"
  app:drag(59, 6, 59, 2)
  t:expect(app:screen()):contains "line 1 "
end)

test.case("animated views change with time", function(t)
  local app = launch(t, "progress")
  local before = app:screen()
  app:advance(0.5)
  t:expect(app:screen()):never():equals(before)
end)

test.case("the mouse moves and deletes rows while a table is edited", function(t)
  local app = t:launch "../../scripts/apps/gallery.lua"
  app:tap "Tables"
  app:tap "Edit"
  local function order()
    local names = {}
    for line in app:screen():gmatch "[^\n]+" do names[#names + 1] = line:match "^ │[^%a]* (%u%l+) +%d+ ≡│" end
    return table.concat(names, " ")
  end
  t:expect(order()):equals "Ant Bee Cat Dog Elk Fox"
  app:drag(34, 5, 34, 8)
  t:expect(order()):equals "Bee Cat Dog Ant Elk Fox"
  app:click(5, 5, 3)
  app:tap "Delete"
  t:expect(order()):equals "Cat Dog Ant Elk Fox"
end)

test.case("controls that do not fit on a small screen can still be reached", function(t)
  local app = t:launch("../../scripts/apps/gallery.lua", { size = { 40, 6 } })
  app:tap "Values"
  app:tap "stepper"
  app:key "+"
  t:expect(app:find("stepper").value):equals(4)
  app:tap "switch"
  t:expect(app:find("switch").isOn):isFalse()
end)
