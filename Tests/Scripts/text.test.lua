-- Styled text, Markdown, the pager and fields that check what is typed, over a kill and relaunch.
local test = require "luahost.test"

test.case("links are chosen with the keys and by name, and a kept text comes back without them", function(t)
  local app = t:launch("text.lua", { size = { 50, 12 } })
  t:expect(app:screen()):contains "Chosen 0 times: more or none"
  app:key "tab"
  app:key "enter"
  app:key "enter"
  t:expect(app:screen()):contains "Chosen 2 times: more or none"
  app:tap "more"
  t:expect(app:find("words").text):equals "Chosen 3 times: more or none"
  local before = app:snapshot()
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "Chosen 3 times: more or none!"
  app:tap "more"
  t:expect(app:screen()):contains "Chosen 4 times"
  app:tap "none"
  t:expect(app:screen()):contains "Chosen 0 times"
end)

test.case("a log is followed, read and searched; place and following come back", function(t)
  local app = t:launch("text.lua", { size = { 30, 8 }, options = { screen = "log" } })
  app:eval "app.window.rootViewController:add(100)"
  t:expect(app:screen()):contains "100 entry"
  t:expect(app:find("log").followsEnd):isTrue()
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "100 entry"
  for _ = 1, 20 do app:key "up" end
  t:expect(app:find("log").followsEnd):isFalse()
  t:expect(app:screen()):contains "73 entry"
  local before = app:snapshot()
  app:kill()
  app:relaunch()
  t:expect(app:snapshot()):equals(before)
  app:eval "app.window.rootViewController:add(2)"
  t:expect(app:screen()):contains "73 entry"
  app:key "/"
  app:type "99"
  app:key "enter"
  t:expect(app:screen()):contains "99 entry"
  app:key "escape"
  app:key "end"
  app:eval "app.window.rootViewController:add(1)"
  t:expect(app:screen()):contains "103 entry"
  t:expect(app:find("log").text):matches "^44 entry\n"
end)

test.case("what is typed is checked: the message comes back with the text, and what does not fit is not typed", function(t)
  local app = t:launch("text.lua", { size = { 40, 12 }, options = { screen = "form" } })
  t:expect(app:screen()):never():contains "three letters"
  app:tap "name"
  app:type "ab"
  t:expect(app:screen()):contains "ab\nat least three letters"
  app:tap "age"
  app:type "-1x2"
  t:expect(app:find("age").text):equals "-12"
  app:tap "code"
  app:type "ab cdef"
  t:expect(app:find("code").text):equals "abcd"
  app:tap "secret"
  app:type "abc"
  t:expect(app:screen()):contains "too short"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "ab\nat least three letters"
  t:expect(app:screen()):never():contains "too short"
  t:expect(app:find("name").isValid):isFalse()
  app:tap "name"
  app:type "c"
  t:expect(app:screen()):never():contains "three letters"
  t:expect(app:find("name").isValid):isTrue()
end)

test.case("a document is read from its start, its links lead on, and the place in it comes back", function(t)
  local app = t:launch("text.lua", { size = { 30, 12 }, options = { screen = "document" } })
  t:expect(app:screen()):contains "Manual"
  t:expect(app:screen()):contains "key │ what"
  app:tap "first"
  t:expect(app:screen()):contains "one.md"
  app:tap "page"
  app:key "tab"
  app:key "enter"
  t:expect(app:screen()):contains "last.md"
  app:key "home"
  app:key "space"
  local function shown() return (app:screen():gsub("^[^\n]*\n", "")) end
  local before = shown()
  t:expect(before):never():contains "Manual"
  app:kill()
  app:relaunch()
  t:expect(shown()):equals(before)
end)
