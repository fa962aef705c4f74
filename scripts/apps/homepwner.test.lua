local test = require "luahost.test"

local function itemsFile(...)
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  for _, line in ipairs { ... } do file:write(line, "\n") end
  file:close()
  return path
end

local function launch(t, ...)
  local path = itemsFile(...)
  return t:launch("homepwner.lua", { size = { 60, 16 }, options = { file = path } }), path
end

test.case("the detail of the chosen item is restored, with unsaved input", function(t)
  local app = launch(t, "1\tChair\t10\tnone", "2\tTable\t20\tnone")
  app:tap "Table"
  app:tap "name"
  app:type "!"
  app:kill()
  app:relaunch()
  t:expect(app:find("DetailViewController")):exists()
  t:expect(app:screen()):contains "Table!"
  app:key "escape"
  t:expect(app:screen()):contains "Chair"
end)

test.case("the archive has fragments, and the app's own file the items", function(t)
  local app, path = launch(t, "1\tChair\t10\tnone")
  app:tap "Chair"
  app:tap "value"
  app:type "5"
  app:tap "Save"
  local file = io.open(path)
  t:expect(file:read "a"):equals "1\tChair\t105\tnone\n"
  file:close()
  local items = app:archive().children[1]
  t:expect(items.identifier):equals "ItemsViewController"
  t:expect(next(items.state)):isNil()
end)

test.case("the selection follows its item if the list was reordered meanwhile", function(t)
  local app, path = launch(t, "1\tChair\t10\tnone", "2\tTable\t20\tnone", "3\tLamp\t30\tnone")
  app:tap "Table"
  app:key "escape"
  app:background()
  app:kill()
  local file = io.open(path, "w")
  file:write "3\tLamp\t30\tnone\n1\tChair\t10\tnone\n2\tTable\t20\tnone\n"
  file:close()
  app:relaunch()
  t:expect(app:find("table").indexPathsForSelectedRows):equals { { section = 1, row = 3 } }
end)

test.case("the detail screen of a removed item is not restored", function(t)
  local app, path = launch(t, "1\tChair\t10\tnone", "2\tTable\t20\tnone")
  app:tap "Table"
  app:kill()
  local file = io.open(path, "w")
  file:write "1\tChair\t10\tnone\n"
  file:close()
  app:relaunch()
  t:expect(app:find("DetailViewController")):isNil()
  t:expect(app:screen()):contains "Chair"
end)

test.case("editing mode is restored", function(t)
  local app = launch(t, "1\tChair\t10\tnone")
  app:tap "Edit"
  app:kill()
  app:relaunch()
  t:expect(app:find("table").isEditing):isTrue()
end)

test.case("the colour screen is restored from its storyboard, and its result reaches the presenter", function(t)
  local app, path = launch(t, "1\tChair\t10\tnone")
  app:tap "Chair"
  app:tap "Colour"
  t:expect(app:screen()):contains "Choose a colour"
  app:select("choice", 3)
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "Choose a colour"
  app:tap "Use it"
  t:expect(app:screen()):contains "Colour: green"
  local file = io.open(path)
  t:expect(file:read "a"):equals "1\tChair\t10\tgreen\n"
  file:close()
end)

test.case("an earlier version's state is refused and stays in the history", function(t)
  local app = launch(t, "1\tChair\t10\tnone")
  app:tap "Chair"
  app:background()
  app:kill()
  app:relaunch { version = "2.0" }
  t:expect(app:find("DetailViewController")):isNil()
  t:expect(#app:saves() > 0):isTrue()
end)

test.case("without a file from the user, the items are in the app's own folder", function(t)
  local app = t:launch("homepwner.lua", { size = { 60, 16 } })
  app:tap "Add"
  app:tap "name"
  app:key "alt+a"
  app:type "Spork"
  app:tap "Save"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "Spork"
  local file = assert(io.open(app:eval "return app.filesDirectory" .. "/items.txt"))
  t:expect(file:read "a"):equals "1\tSpork\t0\tnone\n"
  file:close()
end)

test.everywhere("items, unsaved edits and the selection are never lost", "homepwner.lua", { size = { 60, 16 } }, function(app, t)
  app:tap "Add"
  app:tap "name"
  app:type ": a chair"
  app:tap "Save"
  t:expect(app:screen()):contains "New item 1: a chair"
  app:tap "New item 1: a chair"
  app:tap "value"
  app:type "5"
  app:key "escape"
end)

test.case("the number of a removed item is not given to another one after a kill", function(t)
  local app = t:launch("homepwner.lua", { size = { 60, 16 } })
  app:tap "Add"
  app:tap "Back to Homepwner"
  app:tap "Edit"
  app:tap "New item 1"
  app:tap "Back to Homepwner"
  app:key "delete"
  app:kill()
  app:relaunch()
  app:tap "Add"
  t:expect(app:screen()):contains "New item 2"
end)
