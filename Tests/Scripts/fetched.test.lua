local test = require "luahost.test"

test.case("the focused row of a list from a command is not lost, although a trial run refuses the command", function(t)
  local app = t:launch "fetched.lua"
  app:waitFor "row 9"
  app:key "down"
  app:key "down"
  t:expect(app:find("rows").focusedIndexPath):equals { section = 1, row = 3 }
  t:expect(app):isSound()
end)
