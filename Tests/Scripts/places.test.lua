-- Positions and input are restored, even if their contents come later.
local test = require "luahost.test"

local selected = [[
  local rows = {}
  for _, path in ipairs(list.table.indexPathsForSelectedRows) do rows[#rows + 1] = list.rows[path.row] end
  return table.concat(rows, ",")
]]

-- After an orderly save, or after an autosave alone.
local function again(app, isSaved, options)
  if isSaved then app:background() end
  app:kill()
  app:relaunch(options and { options = options })
end

for _, isSaved in ipairs { false, true } do
  local how = isSaved and " (background)" or " (autosave)"

  test.case("pending positions apply to rows that come late, also if the app is killed before" .. how, function(t)
    local app = t:launch("places.lua", { size = { 40, 16 } })
    app:eval "list:come(60)"
    app:eval "list.table:selectRow(1, 2) list.table:selectRow(1, 40)"
    app:eval "list.table.contentOffset = { y = 30 }"
    again(app, isSaved)
    again(app, isSaved)
    app:eval "list:come(10)"
    t:expect(app:eval(selected)):equals "item 2"
    again(app, isSaved)
    app:eval "list:come(5)"
    app:eval "list:come(60)"
    t:expect(app:eval(selected)):equals "item 2,item 40"
    t:expect(app:screen()):contains "item 31"
    t:expect(app:screen()):never():contains "item 30"
    app:eval "list.table.contentOffset = { y = 0 } list.table:reloadData()"
    t:expect(app:screen()):contains "item 1"
  end)

  test.case("typed text is restored, and text set by a script takes precedence" .. how, function(t)
    local app = t:launch "places.lua"
    app:tap "field"
    app:type "hello"
    app:key "left"
    app:tap "password"
    app:type "secret"
    app:tap "later"
    app:type "typed"
    app:eval "list.later.text = 'set'"
    again(app, isSaved)
    t:expect(app:eval "return list.field.text, list.password.text, list.later.text"):equals "hello"
    t:expect(app:find("password").text):equals ""
    t:expect(app:find("later").text):equals ""
    t:expect(app:find("field").selectedRange.location):equals(5)
    again(app, isSaved)
    t:expect(app:find("field").text):equals "hello"
    again(app, isSaved, { setsInDecode = "mine" })
    t:expect(app:find("field").text):equals "mine"
  end)

  test.case("a selection waits for its text" .. how, function(t)
    local app = t:launch "places.lua"
    app:eval "list.later.text = 'a text of some length' list.later.selectedRange = { location = 3, length = 4 }"
    again(app, isSaved)
    again(app, isSaved)
    app:eval "list.later.text = 'a text of some length'"
    t:expect(app:find("later").selectedRange):equals { location = 3, length = 4 }
  end)

  test.case("keyboard focus is restored, also on tabs that were not selected" .. how, function(t)
    local app = t:launch "places.lua"
    local function mark() return app:eval "return app.window ~= nil" and app:snapshot() end
    app:tap "field"
    for _ = 1, 4 do app:key "tab" end
    local left = mark()
    app:key "alt+2"
    app:key "tab"
    local right = mark()
    again(app, isSaved)
    t:expect(mark()):equals(right)
    app:key "alt+1"
    t:expect(mark()):equals(left)
    again(app, isSaved)
    t:expect(mark()):equals(left)
  end)
end
