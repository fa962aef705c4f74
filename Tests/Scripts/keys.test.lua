local test = require "luahost.test"

local function done(app) return app:eval "return app.done" end
local function row(app, name) return app:find(name).focusedIndexPath.row end

test.case("the left side is focused first, and commands of both sides work", function(t)
  local app = t:launch("keys.lua", { options = { left = { n = "New" }, right = { r = "Reply" } } })
  t:expect(app:find("left").isFirstResponder):isTrue()
  app:key "n"
  app:key "r"
  app:key "tab"
  t:expect(app:find("right").isFirstResponder):isTrue()
  app:key "n"
  app:key "r"
  t:expect(done(app)):equals { "New", "Reply", "New", "Reply" }
  t:expect(app:screen()):contains "n new"
  app:key "ctrl+p"
  t:expect(app:screen()):contains "New"
  t:expect(app:screen()):contains "Reply"
end)

test.case("rows accept j, k, g and G unless a command or keyPressed does", function(t)
  local app = t:launch("keys.lua", { options = { right = { j = "Join" }, taken = "G" } })
  app:key "down"
  app:key "j"
  app:key "k"
  app:key "G"
  t:expect(row(app, "left")):equals(1)
  t:expect(done(app)):equals { "pressed j", "Join", "pressed k", "pressed G" }
end)

test.case("Down at the end of a list stays there, also when held", function(t)
  local app = t:launch("keys.lua", { options = {} })
  for _ = 1, 60 do app:key "down" end
  t:expect(app:find("left").isFirstResponder):isTrue()
  t:expect(row(app, "left")):equals(40)
  app:key "right"
  t:expect(app:find("right").isFirstResponder):isTrue()
end)

test.case("a letter with Ctrl may be in either case; duplicate keys, and Ctrl with Shift, are noted", function(t)
  local app = t:launch("keys.lua", { options = { left = { ["Ctrl+S"] = "Save" } } })
  app:key "ctrl+s"
  t:expect(done(app)):equals { "Save" }
  app = t:launch("keys.lua", { options = { left = { ["ctrl+shift+s"] = "Save as", ["ctrl+x"] = "One", ["Ctrl+X"] = "Two" } } })
  app:key "ctrl+shift+s"
  t:expect(done(app)):equals { "Save as" }
end)
