local test = require "luahost.test"

local function launch(t) return t:launch("planets.lua", { size = { 100, 34 } }) end

test.case("a page with a table, a tree, Markdown, a log and a form", function(t)
  t:expect(launch(t)):matchesSnapshot "page"
end)

test.case("a click sorts the table, keys expand the tree, and both are restored after a kill", function(t)
  local app = launch(t)
  app:tap "Diameter"
  app:tap "Diameter"
  t:expect(app:screen():match "%a+ +(%d%d%d+)"):equals "142984"
  app:tap "Rocky"
  app:key "left"
  app:kill()
  app:relaunch()
  t:expect(app:screen():match "%a+ +(%d%d%d+)"):equals "142984"
  t:expect(app:screen()):contains "▸ Rocky"
  t:expect(app:screen()):contains "▾ Giants"
end)

test.everywhere("chosen and added planets, the log and the text are never lost", "planets.lua", { size = { 100, 34 } }, function(app)
  app:tap "Diameter"
  app:select("table", 2)
  app:tap "Rocky"
  app:key "left"
  app:scroll("about", 3)
  app:tap "name"
  app:type "Pluto"
  app:tap "diameter"
  app:type "2377"
  app:tap "Add"
  app:select("table", 9)
  app:find("name").text:len()
end)

test.case("the form's errors are shown below it, and restored with the input", function(t)
  local app = launch(t)
  app:tap "diameter"
  app:type "x1y2"
  t:expect(app:find("diameter").text):equals "12"
  app:tap "name"
  app:type "P"
  t:expect(app:screen()):contains "two letters at least"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "two letters at least"
  app:tap "name"
  app:type "luto"
  app:tap "Add"
  t:expect(app:screen()):contains "added: Pluto"
end)

test.everywhere("a message below a field, which is not kept, moves the table without a loss", "planets.lua", {
  events = { "kill", "relaunch" },
}, function(app)
  app:tap "Uranus"
  app:tap "diameter"
  app:key "enter"
  app:tap "Earth"
end)
