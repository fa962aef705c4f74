local test = require "luahost.test"

local function launch(t)
  return t:launch("app-name.lua", { size = { 60, 20 } })
end

test.case("an item is added, named and done", function(t)
  local app = launch(t)
  app:key "a"
  app:type "Water the plants"
  app:tap "Done"
  app:tap "Save"
  t:expect(app:screen()):contains "Water the plants"
  t:expect(app:screen()):contains "done"
  t:expect(app:screen()):never():contains "New item"
end)

test.case("typing replaces the title of a new item, and Enter saves it", function(t)
  local app = launch(t)
  app:key "a"
  app:type "Buy milk\n"
  t:expect(app:find "table"):exists()
  t:expect(app:screen()):contains "Buy milk"
  t:expect(app:screen()):never():contains "New item"
  t:expect(app:screen()):never():contains "draft"
end)

test.case("Escape keeps the typed text as a draft, also after a relaunch", function(t)
  local app = launch(t)
  app:key "a"
  app:type "Buy milk"
  app:key "escape"
  t:expect(app:screen()):matches "Buy milk%s+draft"
  app:relaunch()
  app:tap "Buy milk"
  t:expect(app:find("title").text):equals "Buy milk"
  app:key "enter"
  t:expect(app:screen()):never():contains "draft"
end)

test.case("after a kill the typed text is restored, and Escape goes back to the list", function(t)
  local app = launch(t)
  app:key "a"
  app:tap "title"
  app:type " of today"
  app:kill()
  app:relaunch()
  t:expect(app:find("title").text):equals "New item of today"
  app:key "escape"
  t:expect(app:find "table"):exists()
  t:expect(app:screen()):contains "New item of today"
end)

test.case("the screen of a removed item is not restored", function(t)
  local app = launch(t)
  app:key "a"
  app:preserve()
  app:eval "require 'model.items'.remove(1)"
  app:kill()
  app:relaunch()
  t:expect(app:find "title"):isNil()
  t:expect(app:find "table"):exists()
end)
