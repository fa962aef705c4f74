local test = require "luahost.test"

local function launch(t, kind) return t:launch("row-actions.lua", { size = { 50, 10 }, options = { kind = kind } }) end

-- The one-based column and row of a text on the screen.
local function place(app, text)
  local row = 0
  for line in (app:screen() .. "\n"):gmatch "(.-)\n" do
    row = row + 1
    local start = line:find(text, 1, true)
    if start then return utf8.len(line:sub(1, start)), row end
  end
  error(text .. " is not on the screen:\n" .. app:screen())
end

local function click(app, text, button)
  local column, row = place(app, text)
  app:click(column + 1, row, button)
end

local function status(app) return app:screen():match "^[^\n]*" end

for _, kind in ipairs { "columns", "wide" } do
  test.case(kind .. ": a click on an action performs it, not the control of the row behind it", function(t)
    local app = launch(t, kind)
    click(app, "beta", 3)
    t:expect(app:screen()):contains "[Star] [Pin]"
    click(app, "[Pin]")
    t:expect(status(app)):equals "pinned beta"
    t:expect(app:screen()):never():contains "[Pin]"
  end)

  test.case(kind .. ": a tap on an action by its title performs it", function(t)
    local app = launch(t, kind)
    click(app, "beta", 3)
    app:tap "Star"
    t:expect(status(app)):equals "starred beta"
  end)

  test.case(kind .. ": actions that are shown by the right button on a control are focused", function(t)
    local app = launch(t, kind)
    click(app, kind == "wide" and "wide" or "Del", 3)
    t:expect(app:screen()):contains "[Star] [Pin]"
    app:key "right"
    app:key "enter"
    t:expect(status(app)):equals "pinned alpha"
  end)

  test.case(kind .. ": a click on a control that the actions leave visible uses it, and closes them", function(t)
    local app = launch(t, kind)
    click(app, "beta", 3)
    click(app, kind == "wide" and "wide" or "Del")
    t:expect(status(app)):equals "deleted alpha"
    t:expect(app:screen()):never():contains "[Star]"
  end)
end
