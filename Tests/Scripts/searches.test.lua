-- Searches, and focused titles, after a relaunch.
local test = require "luahost.test"

for _, isSaved in ipairs { true, false } do
  local how = isSaved and " (background)" or " (autosave)"
  local function again(app)
    local screen = app:snapshot()
    if isSaved then app:background() end
    app:kill()
    app:relaunch()
    return screen
  end

  for kind, text in pairs { table = "row 4", pager = "line 4" } do
    test.case("a search of a " .. kind .. " continues after a kill" .. how, function(t)
      local app = t:launch("sizes.lua", { size = { 60, 12 }, options = { kind = kind } })
      app:key "/"
      app:type(text)
      t:expect(again(app)):equals(app:snapshot())
      app:key "enter"
      app:key "n"
      app:key "n"
      t:expect(again(app)):equals(app:snapshot())
      local twin = t:launch("sizes.lua", { size = { 60, 12 }, options = { kind = kind } })
      twin:key "/"
      twin:type(text)
      twin:key "enter"
      if kind == "pager" then t:expect(app:screen()):matches "line 4 +%d/%d+\n?$" end
      for _, key in ipairs { "n", "n", "n", "N", "N", "n" } do twin:key(key) end
      for _, key in ipairs { "n", "N", "N", "n" } do app:key(key) end
      t:expect(app:screen()):equals(twin:screen())
      app:key "/"
      app:type "nowhere"
      t:expect(again(app)):equals(app:snapshot())
      app:key "escape"
      twin:key "/"
      twin:type "nowhere"
      twin:key "escape"
      t:expect(app:screen()):equals(twin:screen())
    end)
  end

  test.case("the same title is focused again" .. how, function(t)
    local app = t:launch("sizes.lua", { size = { 80, 12 }, options = { kind = "columns" } })
    app:key "^"
    app:key "right"
    t:expect(again(app)):equals(app:snapshot())
    app:key "enter"
    t:expect(app:find("columns").sortColumn):equals(2)
  end)
end

test.case("a search in an outline keeps where it began when items are collapsed and expanded", function(t)
  local app = t:launch("outline.lua", { size = { 30, 14 } })
  app:tap "tools"
  for _, key in ipairs { "right", "right", "/" } do app:key(key) end
  app:tap "Close tools"
  app:type "fr"
  app:tap "Open tools"
  t:expect(app:screen()):contains "› ▸ fruit"
  app:kill()
  app:relaunch()
  app:key "escape"
  t:expect(app:screen()):contains "● ▾ tools"
  t:expect(app:screen()):never():contains "/fr"
end)

-- Lets the search run its turns to the end.
local function finish(app)
  for _ = 1, 2000 do
    if not app:screen():find "…" then return app:screen() end
    app:advance(0.01)
  end
  error("the search does not end:\n" .. app:screen())
end

for _, kind in ipairs { "table", "pager" } do
  for how, keys in pairs { typed = { "/", "the needle" }, ["repeated by n"] = { "/", "needle", "enter", "n" } } do
    test.case("a search of a " .. kind .. " that still scans continues after a kill: " .. how, function(t)
      local function search(app)
        for _, key in ipairs(keys) do
          if #key > 1 and key ~= "enter" then app:type(key) else app:key(key) end
        end
      end
      local app = t:launch("scans.lua", { size = { 50, 8 }, options = { kind = kind } })
      search(app)
      t:expect(app:screen()):contains "…"
      t:expect(app:screen()):never():contains "at last"
      app:kill()
      app:relaunch()
      t:expect(finish(app)):contains "at last"
      local twin = t:launch("scans.lua", { size = { 50, 8 }, options = { kind = kind } })
      search(twin)
      t:expect(finish(twin)):equals(app:screen())
    end)
  end
end

test.case("a search to be continued waits for rows that come late", function(t)
  local app = t:launch("scans.lua", { size = { 50, 8 }, options = { kind = "table" } })
  app:key "/"
  app:type "the needle"
  app:background()
  app:kill()
  app:relaunch { options = { kind = "table", isEmpty = true } }
  app:advance(1)
  t:expect(app:screen()):contains "…"
  app:background()
  app:kill()
  app:relaunch { options = { kind = "table", isEmpty = true } }
  app:eval "isEmpty = false screen.table:reloadData()"
  t:expect(finish(app)):contains "at last"
end)
