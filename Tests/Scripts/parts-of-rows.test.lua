local test = require "luahost.test"

local function launch(t, kind) return t:launch("parts-of-rows.lua", { size = { 40, 12 }, options = { kind = kind } }) end

local function focused(app) return app:find("list").focusedIndexPath.row end

-- Presses Enter, and returns the row whose part was pressed.
local function pressed(app)
  app:eval "screen.pressed = nil"
  app:key "enter"
  return app:eval "return screen.pressed"
end

local starts = {
  ["a click on the part"] = function(app) app:tap "open 3" end,
  ["Tab from the row"] = function(app)
    app:key "down"
    app:key "down"
    app:key "tab"
  end,
}

for _, kind in ipairs { "link", "button" } do
  for start, go in pairs(starts) do
    test.case(kind .. ": keys move the focused row and its part together, also after " .. start, function(t)
      local app = launch(t, kind)
      go(app)
      t:expect(focused(app)):equals(3)
      t:expect(pressed(app)):equals(3)
      app:key "up"
      t:expect(focused(app)):equals(2)
      t:expect(pressed(app)):equals(2)
      app:key "pagedown"
      t:expect(focused(app)):equals(pressed(app))
      app:eval "screen.list.focusedIndexPath = { section = 1, row = 20 }"
      t:expect(focused(app)):equals(20)
      t:expect(pressed(app)):equals(20)
    end)

    test.case(kind .. ": the focused row and its part are restored after " .. start, function(t)
      local app = launch(t, kind)
      go(app)
      app:key "up"
      local screen = app:screen()
      app:kill()
      app:relaunch()
      t:expect(focused(app)):equals(2)
      t:expect(app:screen()):equals(screen)
      t:expect(app:eval "return screen.focused"):equals(0)
      t:expect(pressed(app)):equals(2)
    end)
  end

  test.case(kind .. ": a click on the text of a row focuses the row", function(t)
    local app = launch(t, kind)
    app:tap "open 1"
    app:click(4, 3)
    t:expect(app:find("list").isFirstResponder):isTrue()
    t:expect(focused(app)):equals(3)
    app:key "up"
    t:expect(app:find("list").isFirstResponder):isTrue()
    app:kill()
    app:relaunch()
    t:expect(focused(app)):equals(2)
  end)

  test.case(kind .. ": a part that is scrolled out of sight leaves the focus to its row", function(t)
    local app = launch(t, kind)
    app:tap "open 3"
    app:scroll("list", 12)
    t:expect(app:find("list").isFirstResponder):isTrue()
    t:expect(focused(app)):equals(3)
    app:key "up"
    t:expect(focused(app)):equals(2)
  end)
end

test.case("a part whose action reloads the rows keeps the focus, or that of the nearest row has it", function(t)
  local app = launch(t, "remove")
  app:tap "open 4"
  t:expect(pressed(app)):equals(4)
  t:expect(focused(app)):equals(4)
  app:tap "open 9"
  t:expect(focused(app)):equals(5)
  t:expect(pressed(app)):equals(5)
end)

test.case("Tab past the last part of the visible rows leaves the rows", function(t)
  local app = launch(t, "button")
  for _ = 1, 8 do app:key "down" end
  app:key "tab"
  t:expect(focused(app)):equals(9)
  t:expect(pressed(app)):equals(9)
  app:key "tab"
  t:expect(focused(app)):equals(10)
  app:key "tab"
  app:type "text"
  t:expect(app:find("field").text):equals "text"
end)

test.case("the focused item of an outline and its button are restored, and the delegate is not called", function(t)
  local app = launch(t, "outline")
  app:tap "open item3"
  app:key "up"
  local screen = app:screen()
  app:kill()
  app:relaunch()
  t:expect(app:find("list").focusedItem):equals "item2"
  t:expect(app:screen()):equals(screen)
  t:expect(app:eval "return screen.focused"):equals(0)
  t:expect(pressed(app)):equals "item2"
end)
