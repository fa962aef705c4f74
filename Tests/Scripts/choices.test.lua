local test = require "luahost.test"

test.case("a property that is nil, as there is nothing to select, can be set to nil", function(t)
  local app = t:launch("choices.lua")
  for property, container in pairs {
    selectedIndex = "TabBarController {}", selectedViewController = "TabBarController {}",
    currentIndex = "PageViewController {}", selectedRow = "PickerView {}",
  } do
    app:eval(('local view = require "luahost".%s view.%s = view.%s'):format(container, property, property))
  end
end)

local function page(app, expression, ...)
  return app:eval("local page = app.window.rootViewController; return " .. expression, ...)
end

test.case("choices and the data of charts are restored after a kill", function(t)
  local app = t:launch "choices.lua"
  t:expect(app:find("size").selectedIndex):equals(1)
  t:expect(app:find("color").selectedIndex):isNil()
  app:tap "size"
  app:tap "Large"
  app:tap "Blue"
  app:eval [[
    local page = app.window.rootViewController
    page.load.value = 0.75
    page.days.bars = { { label = "Mon", value = 3 }, 4 }
    for value = 1, 5 do page.course:append(value) end
  ]]
  app:kill()
  app:relaunch()
  t:expect(app:find("size").selectedIndex):equals(3)
  t:expect(app:find("color").selectedIndex):equals(3)
  t:expect(app:find("load").value):equals(0.75)
  t:expect(app:find("course").values):equals { 3.0, 4.0, 5.0 }
  t:expect(app:find("days").bars):equals { { label = "Mon", value = 3.0 }, { label = "", value = 4.0 } }
  t:expect(page(app, "page.changes")):equals(0)
end)

test.case("a toggle group keeps its selection and its focused choice", function(t)
  local app = t:launch "choices.lua"
  t:expect(app:find("daysOff").selectedIndexes):equals {}
  app:tap "Mon"
  app:select("daysOff", 3)
  app:key "up"
  app:key "space"
  app:key "home"
  app:key "space"
  t:expect(app:find("daysOff").selectedIndexes):equals { 2, 3 }
  t:expect(page(app, "page.changes")):equals(4)
  local before = app:snapshot()
  app:kill()
  app:relaunch()
  t:expect(app:find("daysOff").selectedIndexes):equals { 2, 3 }
  t:expect(app:snapshot()):equals(before)
  app:key "space"
  t:expect(app:find("daysOff").selectedIndexes):equals { 1, 2, 3 }
  page(app, "(function() page.daysOff.selectedIndexes = { 3, 1 } end)()")
  t:expect(app:find("daysOff").selectedIndexes):equals { 1, 3 }
  t:expect(page(app, "page.changes")):equals(1)
  t:expect(function() page(app, "(function() page.daysOff.selectedIndexes = { 4 } end)()") end):fails "1 to 3"
  t:expect(function() app:select("daysOff", 4) end):fails "no row 4"
end)

test.case("a choice waits over several launches for items that come later", function(t)
  local app = t:launch "choices.lua"
  page(app, "page:fill()")
  app:select("late", 3)
  t:expect(page(app, "page.changes")):equals(1)
  for _ = 1, 2 do
    app:kill()
    app:relaunch()
    t:expect(app:find("late").selectedIndex):isNil()
  end
  page(app, "page:fill()")
  t:expect(app:find("late").selectedIndex):equals(3)
end)

test.case("an invalid choice is an error that lists the valid ones", function(t)
  local app = t:launch "choices.lua"
  t:expect(function() app:select("size", 4) end):fails "no row 4"
  t:expect(function() page(app, "(function() page.size.selectedIndex = 9 end)()") end):fails "1 to 3"
  t:expect(function() page(app, "(function() page.size.items = 'a' end)()") end):fails "a list"
  t:expect(function() page(app, "(function() page.days.bars = { { label = 'a' } } end)()") end):fails "number"
  t:expect(function() page(app, "(function() page.days.bars = { 1, { lable = 'a', value = 2 } } end)()") end):fails "bars: item 2: a bar has no 'lable'; did you mean 'label'"
  t:expect(function() page(app, "(function() page.load.value = 0/0 end)()") end):fails "value"
end)

test.case("the selected rows of a picker can be assigned as they are read, also where a column has no rows", function(t)
  local app = t:launch "choices.lua"
  app:eval [[
    local ui = require "luahost"
    picker = ui.PickerView { components = { { "a", "b" }, {} } }
    local rows = picker.selectedRows
    rows[1] = 2
    picker.selectedRows = rows
  ]]
  t:expect(app:eval "return picker.selectedRows"):equals { 2, 0 }
  app:eval "picker.selectedRows = { 1, 1 }"
  t:expect(app:eval "return picker.selectedRows"):equals { 1, 0 }
  t:expect(function() app:eval "picker.selectedRows = { 1, 2 }" end):fails "selectedRows: expected 0, as there are no rows, got 2"
  t:expect(function() app:eval "picker.selectedRows = { 3 }" end):fails "selectedRows: expected 1 to 2, got 3"
end)
