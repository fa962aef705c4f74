local test = require "luahost.test"

test.case("a focused button in a column stays visible in a narrower table, live and restored", function(t)
  local app = t:launch("buttons-in-columns.lua", { size = { 80, 24 } })
  for _ = 1, 6 do app:key "tab" end
  local wide = app:screen()
  app:resize(30, 10)
  local narrow = app:screen()
  t:expect(narrow):contains "1:6"
  t:expect(narrow):never():contains "1:1"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):equals(narrow)
  app:resize(80, 24)
  t:expect(app:screen()):equals(wide)
end)
