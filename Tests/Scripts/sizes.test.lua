-- Scrolling views at other sizes of the terminal keep the focus visible, and are unchanged back at the old size.
local test = require "luahost.test"

local large, small = { 80, 24 }, { 40, 8 }

-- Keys that scroll to a position, and the text that must be visible then at every size.
local places = {
  table = { keys = { "tab", "pagedown", "pagedown", "up", "up", "up" } },
  columns = { keys = { "pagedown", "shift+right", "shift+right", "shift+right" } },
  text = { keys = { "ctrl+end", "pageup", "pageup", "down", "down" } },
  pager = { keys = { "pagedown", "pagedown", "j", "j", "j" } },
  outline = { keys = { "pagedown", "pagedown", "up", "up" } },
  links = { keys = { "pagedown", "tab", "tab", "tab", "tab", "tab" } },
  cursor = { keys = { "pagedown", "pagedown", "up", "up" } },
  switches = { keys = { "pagedown", "up", "tab" } },
  field = { keys = { "home", "end", "left", "left", "left", "left", "left" } },
  form = { keys = { "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab",
    "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "shift+tab", "shift+tab" } },
}

-- Returns the save without its time and size.
local function saved(app)
  local archive = app:archive()
  archive.info = nil
  return archive
end

for kind, place in pairs(places) do
  local function launch(t)
    local app = t:launch("sizes.lua", { size = large, options = { kind = kind } })
    for _, key in ipairs(place.keys) do app:key(key) end
    return app
  end

  local function relaunch(app, size, isSaved)
    if isSaved then app:background() end
    app:kill()
    app:relaunch { size = size }
  end

  test.case(kind .. ": resizing back restores screen and state", function(t)
    local app = launch(t)
    local screen, before = app:screen(), saved(app)
    app:resize(small[1], small[2])
    t:expect(app:screen()):never():equals(screen)
    app:resize(large[1], large[2])
    t:expect(app:screen()):equals(screen)
    t:expect(saved(app)):equals(before)
  end)

  for _, isSaved in ipairs { true, false } do
    local how = isSaved and " (background)" or " (autosave)"

    test.case(kind .. ": a launch at another size shows the same as a resize" .. how, function(t)
      local app = launch(t)
      local atLarge = app:screen()
      app:resize(small[1], small[2])
      local atSmall = app:screen()
      relaunch(app, small, isSaved)
      t:expect(app:screen()):equals(atSmall)
      relaunch(app, large, isSaved)
      t:expect(app:screen()):equals(atLarge)
      relaunch(app, small, isSaved)
      t:expect(app:screen()):equals(atSmall)
      app:resize(large[1], large[2])
      t:expect(app:screen()):equals(atLarge)
    end)
  end

  test.case(kind .. ": autosave after a resize stores what entering the background does", function(t)
    local app = launch(t)
    app:resize(small[1], small[2])
    local autosaved = saved(app)
    app:background()
    t:expect(saved(app)):equals(autosaved)
  end)
end

test.case("a position that waits for its size is dropped when the user scrolls", function(t)
  local app = t:launch("sizes.lua", { size = large, options = { kind = "table" } })
  for _, key in ipairs(places.table.keys) do app:key(key) end
  app:resize(small[1], small[2])
  app:key "home"
  app:resize(large[1], large[2])
  t:expect(app:find("table").contentOffset.y):equals(0)
end)

test.case("a position that waits for its size is dropped when the focus moves to the scrolling view itself", function(t)
  local app = t:launch("sizes.lua", { size = large, options = { kind = "form" } })
  app:find("field20"):becomeFirstResponder()
  app:screen()
  app:resize(small[1], small[2])
  local before = app:screen()
  t:expect(before):contains "field 20"
  app:find("form"):becomeFirstResponder()
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "field 20"
end)

test.case("a focused row scrolled out of sight stays there at every size", function(t)
  local app = t:launch("sizes.lua", { size = large, options = { kind = "table" } })
  app:key "down"
  app:scroll("table", 20)
  app:resize(small[1], small[2])
  t:expect(app:find("table").contentOffset.y):equals(20)
  app:background()
  app:kill()
  app:relaunch { size = small }
  t:expect(app:find("table").contentOffset.y):equals(20)
end)

test.case("the current line of a pager stays visible at every size, unless it was scrolled out of sight", function(t)
  local app = t:launch("sizes.lua", { size = large, options = { kind = "cursor" } })
  for _, key in ipairs(places.cursor.keys) do app:key(key) end
  local text = ("line %d "):format(app:find("cursor").currentLine)
  app:resize(30, 6)
  t:expect(app:screen()):contains(text)
  app:kill()
  app:relaunch { size = { 25, 5 } }
  t:expect(app:screen()):contains(text)
  app:scroll("cursor", 30)
  local scrolled = app:screen()
  t:expect(scrolled):never():contains(text)
  app:kill()
  app:relaunch()
  t:expect(app:screen()):equals(scrolled)
end)

-- Goes to a link, and returns its number.
local function goToLink(app)
  for _, key in ipairs(places.links.keys) do app:key(key) end
  app:key "enter"
  return app:eval "return chosen"
end

test.case("the current link of a pager stays visible at every size, and works after a launch at another", function(t)
  local app = t:launch("sizes.lua", { size = large, options = { kind = "links" } })
  local number = goToLink(app)
  app:resize(small[1], small[2])
  t:expect(app:screen()):contains("link " .. number)
  app:kill()
  app:relaunch { size = { 60, 6 } }
  t:expect(app:screen()):contains("link " .. number)
  app:key "enter"
  t:expect(app:eval "return chosen"):equals(number)
  app:key "tab"
  app:key "enter"
  t:expect(app:eval "return chosen"):equals(number + 1)
end)

test.case("the pending offset of a pager is dropped when the user goes to another link", function(t)
  local app = t:launch("sizes.lua", { size = large, options = { kind = "links" } })
  local number = goToLink(app)
  local before = app:screen()
  app:resize(small[1], small[2])
  for _ = 1, 10 do app:key "tab" end
  app:resize(large[1], large[2])
  t:expect(app:screen()):never():equals(before)
  t:expect(app:screen()):contains("link " .. number + 10)
end)

for _, kind in ipairs { "table", "outline" } do
  test.case("rows stay in place at a larger size that shows the focused one below them, and back: " .. kind, function(t)
    local app = t:launch("sizes.lua", { size = small, options = { kind = kind } })
    for _ = 1, 10 do app:key "down" end
    app:scroll(kind, -3)
    local before = app:screen()
    app:resize(40, 12)
    app:resize(table.unpack(small))
    t:expect(app:screen()):equals(before)
    app:relaunch { size = { 40, 12 } }
    app:relaunch { size = small }
    t:expect(app:screen()):equals(before)
    app:resize(40, 12)
    app:key "down"
    app:resize(table.unpack(small))
    t:expect(app:screen()):never():equals(before)
  end)
end
