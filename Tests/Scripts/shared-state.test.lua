-- What a callback of one node changes in the state of another one.
local test = require "luahost.test"

local function encodes(app)
  local _, count = table.concat(app:events(), "\n"):gsub("nav/list encodeRestorableState", "")
  return count
end

test.case("autosave asks the others within a second, and not at once", function(t)
  local app = t:launch "shared-state.lua"
  app:tap "Open"
  app:advance(2)
  local before = encodes(app)
  app:tap "Note"
  app:tap "Note"
  t:expect(encodes(app)):equals(before)
  app:advance(1)
  t:expect(encodes(app) > before):isTrue()
  t:expect(app:archive("nav/list").state.count):equals(2)
  before = encodes(app)
  app:advance(5)
  t:expect(encodes(app)):equals(before)
end)

for _, seconds in ipairs { 0, 1, 5 } do
  test.case("it is restored after a kill " .. seconds .. " seconds later", function(t)
    local app = t:launch "shared-state.lua"
    app:tap "Open"
    app:tap "Note"
    app:tap "Note"
    if seconds > 0 then app:advance(seconds) end
    app:kill()
    app:relaunch()
    t:expect(app:screen()):contains "2 notes, counted 2"
  end)
end
