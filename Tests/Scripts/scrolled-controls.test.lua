local test = require "luahost.test"

local function launch(t, kind, size)
  return t:launch("scrolled-controls.lua", { size = size, options = { kind = kind } })
end

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
