-- Custom views, keys and alerts of scripts.
local test = require "luahost.test"

test.case("a custom view gets keys and mouse events, and is restored", function(t)
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

test.case("a custom view gets pasted text, which is restored", function(t)
  local app = t:launch("custom.lua", { size = { 30, 10 } })
  app:paste "xxx\nxx"
  app:paste "other text"
  app:key "right"
  t:expect(app:screen()):contains "│x@x "
  t:expect(app:screen()):contains "│xx "
  local before = app:snapshot()
  app:kill()
  app:relaunch()
  t:expect(app:snapshot()):equals(before)
end)

test.case("a key that a view does not handle is passed to its screen and the app", function(t)
  local app = t:launch("custom.lua", { size = { 40, 20 } })
  app:key "f2"
  t:expect(app:screen()):contains "Your name?"
  app:type "Ada"
  app:key "enter"
  t:expect(app:screen()):contains "hello Ada"
  app:key "?"
  t:expect(app:screen()):contains "Everywhere"
end)

test.case("an error in a key handler is reported, and the app keeps running", function(t)
  local app = t:launch "custom.lua"
  app:key "e"
  app:key "right"
  t:expect(app:screen()):contains "│ @"
  t:expect(app):failed "on purpose"
end)

test.case("an alert with a field can be cancelled", function(t)
  local app = t:launch "custom.lua"
  app:key "f2"
  app:type "Ada"
  app:key "escape"
  t:expect(app:screen()):contains "nothing said"
end)
