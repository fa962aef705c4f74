local test = require "luahost.test"

local function lines(app)
  local found = {}
  for line in (app:screen() .. "\n"):gmatch "(.-)\n" do found[#found + 1] = line end
  return found
end

local function launch(t, columns, rows) return t:launch("hints.lua", { size = { columns or 80, rows or 24 } }) end

test.case("the last line names the keys of the control, of the screen and of the host", function(t)
  local app = launch(t)
  app:tap "ask"
  app:key "escape"
  local all = lines(app)
  t:expect(#all):equals(24)
  t:expect(all[24]):contains "Enter press"
  t:expect(all[24]):contains "^S Save it"
  t:expect(all[24]):contains "? help"
  t:expect(all[24]):contains "^P commands"
  t:expect(all[24]):contains "^Q quit"
  t:expect(all[24]):never():contains "Without a key"
  t:expect(all[23]):contains "Form" -- the tab bar
  t:expect(all[22]):contains "Tool"
end)

test.case("where a text takes a question mark, F1 is named", function(t)
  local app = launch(t)
  app:tap "field"
  t:expect(lines(app)[24]):contains "F1 help"
  t:expect(lines(app)[24]):never():contains "? help"
  app:key "tab"
  t:expect(lines(app)[24]):contains "? help"
  t:expect(lines(app)[24]):never():contains "F1"
end)

test.case("where an action of the screen has the question mark, F1 is named", function(t)
  local app = launch(t)
  app:key "tab"
  app:eval [[app.form.keyCommands = { { title = "Ask", input = "?", action = function() end } }]]
  t:expect(lines(app)[24]):contains "? Ask"
  t:expect(lines(app)[24]):contains "F1 help"
end)

test.case("the focus, the script and what is pressed change it at once", function(t)
  local app = launch(t)
  app:tap "table"
  t:expect(lines(app)[24]):contains "/ search"
  app:eval [[app.form.keyCommands = { { title = "Other", input = "alt+x", action = function() end } }]]
  t:expect(lines(app)[24]):contains "Alt+X Other"
  t:expect(lines(app)[24]):never():contains "Save it"
end)

test.case("its words are not found by tap", function(t)
  local app = launch(t)
  for _, word in ipairs { "Save it", "^S Save it", "quit", "^Q quit", "help", "commands" } do
    t:expect(function() app:tap(word) end):fails "nothing on the screen"
  end
end)

test.case("there is none below ten rows", function(t)
  local app = launch(t, 80, 9)
  t:expect(app:screen()):never():contains "^Q quit"
  app:resize(80, 10)
  t:expect(lines(app)[10]):contains "^Q quit"
  app:resize(80, 9)
  t:expect(app:screen()):never():contains "^Q quit"
end)

test.case("the app turns it off and on", function(t)
  local app = launch(t)
  t:expect(app:eval "return app.showsKeyHints"):isTrue()
  app:eval "app.showsKeyHints = false"
  t:expect(app:screen()):never():contains "^Q quit"
  t:expect(lines(app)[24]):contains "Form"
  app:eval "app.showsKeyHints = true"
  t:expect(lines(app)[24]):contains "^Q quit"
  t:expect(function() app:eval "app.showsKeyHints = 'no'" end):fails "boolean"
end)

test.case("a narrow screen has what is most specific, and always help", function(t)
  for columns = 12, 80 do
    local app = launch(t, columns, 24)
    app:key "tab"
    local last = lines(app)[24]
    t:expect(utf8.len(last) <= columns):isTrue()
    t:expect(last):contains "? help"
    if columns >= 22 then t:expect(last):contains "Enter press" end
    if columns >= 34 then t:expect(last):contains "^S Save it" end
    if columns >= 60 then t:expect(last):contains "^Q quit" end
    app:kill()
  end
end)

test.case("under an alert its own keys are named", function(t)
  local app = launch(t)
  app:tap "ask"
  local last = lines(app)[24]
  t:expect(last):contains "Enter press"
  t:expect(last):contains "Esc cancel"
  t:expect(last):contains "? help"
  t:expect(last):contains "^Q quit"
  for _, other in ipairs { "Save it", "Sync", "commands" } do t:expect(last):never():contains(other) end
  app:tap "No"
  t:expect(lines(app)[24]):contains "^S Save it"
end)

test.case("under a presented screen its own keys are named, and the way back", function(t)
  local app = launch(t)
  app:eval [[
    local ui = require "luahost"
    local sheet = ui.ViewController { title = "Sheet" }
    sheet.keyCommands = { { title = "Only here", input = "ctrl+o", action = function() end } }
    app.form:present(sheet)
  ]]
  local last = lines(app)[24]
  t:expect(last):contains "^O Only here"
  t:expect(last):contains "Esc close"
  t:expect(last):contains "F7 Sync"
  t:expect(last):never():contains "Save it"
end)

test.case("the help and the palette over an app have their own", function(t)
  local app = launch(t)
  app:key "f1"
  t:expect(lines(app)[24]):contains "Esc close"
  t:expect(lines(app)[24]):never():contains "Save it"
end)

test.case("it is in the picture of a save and back with it", function(t)
  local app = launch(t)
  app:tap "table"
  local before = app:screen()
  t:expect(before):contains "/ search"
  app:background()
  app:kill()
  app:relaunch()
  t:expect(app:screen()):equals(before)
end)

test.case("it gives way before a control that has the keys is cut", function(t)
  local app = launch(t, 80, 10)
  app:eval [[
    local ui = require "luahost"
    local many = ui.VStack { }
    for i = 1, 6 do many:addSubview(ui.Label { text = "line " .. i }) end
    app.form.view:addSubview(many)
    app.area = ui.TextView { restorationIdentifier = "area", height = 8 }
    app.form.view:addSubview(app.area)
  ]]
  -- Ten rows: title, tool bar and tab bar leave seven, and six with the hints; the area wants eight.
  app:eval "app.area:becomeFirstResponder()"
  t:expect(app:screen()):never():contains "^Q quit"
  app:eval "app.form.field:becomeFirstResponder()"
  t:expect(app:screen()):contains "^Q quit"
end)

test.case("it stays below something flexible that wants little", function(t)
  local app = launch(t)
  app:eval [[
    app.area = require "luahost".TextView { restorationIdentifier = "area", maxHeight = 2 }
    app.form.view:addSubview(app.area)
    app.area:becomeFirstResponder()
  ]]
  t:expect(app:find("area").isFirstResponder):isTrue()
  t:expect(app:screen()):contains "^Q quit"
end)
