-- What scripts make themselves of views, keys and questions.
local test = require "luahost.test"

test.case("a view of a script's own takes keys and the mouse, and comes back", function(t)
  local app = t:launch("custom.lua", { size = { 30, 10 } })
  for _, key in ipairs { "right", "right", "down", "space", "right" } do app:key(key) end
  t:expect(app:screen()):contains "│  x@"
  app:click(11, 4)
  t:expect(app:screen()):contains "│         @"
  local before = app:snapshot()
  app:kill()
  app:relaunch()
  t:expect(app:snapshot()):equals(before)
  t:expect(app:find("board").isFirstResponder):isTrue()
end)

test.case("a key that a view has no use for goes on: to its screen, and to what everything does", function(t)
  local app = t:launch("custom.lua", { size = { 40, 20 } })
  app:key "f2"
  t:expect(app:screen()):contains "Your name?"
  app:type "Ada"
  app:key "enter"
  t:expect(app:screen()):contains "hello Ada"
  app:key "?"
  t:expect(app:screen()):contains "Everywhere"
end)

test.case("an error for a key is told, and the app goes on", function(t)
  local app = t:launch "custom.lua"
  app:key "e"
  app:key "right"
  t:expect(app:screen()):contains "│ @"
  t:expect(app):failed "on purpose"
end)

test.case("a question with a field can be left", function(t)
  local app = t:launch "custom.lua"
  app:key "f2"
  app:type "Ada"
  app:key "escape"
  t:expect(app:screen()):contains "nothing said"
end)
