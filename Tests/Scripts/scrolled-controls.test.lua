local test = require "luahost.test"

local function launch(t, kind, size)
  return t:launch("scrolled-controls.lua", { size = size, options = { kind = kind } })
end

local function offset(app) return app:find("outer").contentOffset.y end

for rows = 7, 12 do
  test.case(("a focused control is as visible after a relaunch with %d rows as after a resize"):format(rows), function(t)
    local app = launch(t, "inside", { 40, 20 })
    app:tap "picker"
    app:scroll("outer", 2)
    app:resize(40, rows)
    local screen = app:screen()
    app:kill()
    app:relaunch()
    t:expect(app:screen()):equals(screen)
    app:resize(40, 20)
    t:expect(offset(app)):equals(2)
  end)
end

for wheel = 9, 14 do
  test.case(("a control scrolled to row %d stays there after a resize and back"):format(wheel), function(t)
    local app = launch(t, "inside", { 40, 12 })
    app:tap "picker"
    app:scroll("outer", -20)
    app:scroll("outer", wheel)
    local screen, before = app:screen(), offset(app)
    for _, rows in ipairs { 6, 20, 4 } do
      app:resize(40, rows)
      app:resize(40, 12)
      t:expect(offset(app)):equals(before)
      t:expect(app:screen()):equals(screen)
    end
    app:kill()
    app:relaunch()
    t:expect(app:screen()):equals(screen)
  end)
end

test.case("the position that shows the focused row is restored after the focus has moved to another row", function(t)
  local app = launch(t, "inside", { 40, 22 })
  app:tap "e"
  app:resize(40, 16)
  app:key "up"
  local screen = app:screen()
  t:expect(offset(app)):equals(2)
  app:kill()
  app:relaunch()
  t:expect(offset(app)):equals(2)
  t:expect(app:screen()):equals(screen)
end)

local function focused(app)
  for _, name in ipairs { "first", "table", "outer", "low", "pager", "last" } do
    if app:find(name).isFirstResponder then return name end
  end
end

for _, size in ipairs { { 40, 30 }, { 20, 6 }, { 20, 3 } } do
  test.case(("Tab reaches a scroll view with %d rows"):format(size[2]), function(t)
    local app = launch(t, "form", size)
    for _, key in ipairs { "tab", "shift+tab" } do
      local order = {}
      for _ = 1, 6 do
        order[#order + 1] = focused(app)
        app:key(key)
      end
      local expected = key == "tab" and "first table outer pager last first" or "table first last pager outer table"
      t:expect(table.concat(order, " ")):equals(expected)
    end
  end)
end

test.case("a scroll view on a later page of a form is focused by a script and after a relaunch", function(t)
  local app = launch(t, "form", { 20, 6 })
  t:expect(app:find("outer"):becomeFirstResponder()):isTrue()
  app:scroll("outer", 2)
  local screen = app:screen()
  t:expect(screen):contains "label 4"
  app:kill()
  app:relaunch()
  t:expect(focused(app)):equals "outer"
  t:expect(app:screen()):equals(screen)
end)

test.case("a key scrolls to a focused view that is taller than the page only as far as it fills the page", function(t)
  for before, after in pairs { [0] = 5, [4] = 5, [6] = 6, [14] = 14, [25] = 25, [27] = 25, [40] = 25 } do
    local app = launch(t, "tall", { 30, 10 })
    app:tap "pad"
    app:scroll("outer", -50)
    app:scroll("outer", before)
    t:expect(offset(app)):equals(before)
    app:key "x"
    t:expect(offset(app)):equals(after)
  end
end)

test.case("a list whose focused row was out of sight does not scroll the view around it after a kill", function(t)
  local app = launch(t, "list", { 20, 8 })
  app:tap "row 1"
  app:scroll("table", 3)
  local screen, saved = app:screen(), app:archive("screen/outer").builtIn
  app:preserve()
  t:expect(app:archive("screen/outer").builtIn):equals(saved)
  app:kill()
  app:relaunch()
  t:expect(app:screen()):equals(screen)
end)

for _, isRelaunched in ipairs { false, true } do
  test.case("Tab into a list shows its focused row" .. (isRelaunched and " after a relaunch" or ""), function(t)
    local app = launch(t, "table", { 20, 8 })
    app:tap "switch"
    if isRelaunched then
      app:kill()
      app:relaunch()
    end
    app:scroll("table", 3)
    app:key "shift+tab"
    t:expect(app:find("table").contentOffset.y):equals(0)
    app:key "down"
    t:expect(app:screen()):contains "row 1"
    t:expect(app:find("table").focusedIndexPath.row):equals(2)
  end)
end
