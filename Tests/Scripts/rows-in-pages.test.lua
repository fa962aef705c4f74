local test = require "luahost.test"

local function restored(t)
  local app = t:launch("rows-in-pages.lua", { size = { 40, 12 } })
  app:advance(5)
  app:eval [[app.window.rootViewController.table.focusedIndexPath = { section = 1, row = 150 }]]
  app:tap "field"
  local offset = app:find("table").contentOffset
  app:kill()
  app:relaunch()
  return app, offset
end

for _, seconds in ipairs { 0.5, 1.5, 2.5 } do
  test.case("Tab into a table does not drop the focused row that has not come after " .. seconds .. " s", function(t)
    local app, offset = restored(t)
    app:advance(seconds)
    app:key "tab"
    app:advance(5)
    t:expect(app:find("table").focusedIndexPath):equals { section = 1, row = 150 }
    t:expect(app:find("table").contentOffset):equals(offset)
  end)
end

test.case("an arrow key in the rows that have come moves the focus there", function(t)
  local app = restored(t)
  app:advance(2.5)
  app:key "tab"
  app:key "down"
  local row = app:find("table").focusedIndexPath.row
  t:expect(row < 101):isTrue()
  app:advance(5)
  t:expect(app:find("table").focusedIndexPath.row):equals(row)
end)
