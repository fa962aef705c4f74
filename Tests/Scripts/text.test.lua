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
