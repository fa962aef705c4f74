-- What is looked for, and keys on titles, after a relaunch.
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
    test.case("the search of a " .. kind .. " goes on where it was" .. how, function(t)
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

  test.case("keys are on the same title again" .. how, function(t)
    local app = t:launch("sizes.lua", { size = { 80, 12 }, options = { kind = "columns" } })
    app:key "^"
    app:key "right"
    t:expect(again(app)):equals(app:snapshot())
    app:key "enter"
    t:expect(app:find("columns").sortColumn):equals(2)
  end)
end
