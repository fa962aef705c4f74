local test = require "luahost.test"

local function lines(app)
  local found = {}
  for line in (app:screen() .. "\n"):gmatch "(.-)\n" do found[#found + 1] = line end
  return found
end

local function launch(t, columns, rows) return t:launch("hints.lua", { size = { columns or 80, rows or 24 } }) end

test.case("the last line shows the keys of the control, the screen and the host", function(t)
  local app = launch(t)
  app:tap "ask"
  app:key "escape"
  local all = lines(app)
  t:expect(#all):equals(24)
  t:expect(all[24]):equals(" ^S save it  F7 sync" .. (" "):rep(40) .. "? help  ^P commands")
  t:expect(all[24]):never():contains "Without a key"
  t:expect(all[23]):contains "Form" -- the tab bar
  t:expect(all[22]):contains "Tool"
end)

test.case("F1 is shown if a text accepts a question mark", function(t)
  local app = launch(t)
  app:tap "field"
  t:expect(lines(app)[24]):contains "F1 help"
  t:expect(lines(app)[24]):never():contains "? help"
  app:key "tab"
  t:expect(lines(app)[24]):contains "? help"
  t:expect(lines(app)[24]):never():contains "F1"
end)

test.case("F1 is shown if a command of the screen uses the question mark", function(t)
  local app = launch(t)
  app:key "tab"
  app:eval [[app.form.keyCommands = { { title = "Ask", input = "?", action = function() end } }]]
  t:expect(lines(app)[24]):contains "? ask"
  t:expect(lines(app)[24]):contains "F1 help"
end)

test.case("a command is hinted only where the focused text does not take its key", function(t)
  local app = launch(t, 120)
  app:tap "field"
  app:eval [[app.form.keyCommands = {
    { title = "Up", input = "backspace", action = function() end },
    { title = "Begin", input = "ctrl+a", action = function() end },
  }]]
  t:expect(lines(app)[24]):contains "Backspace up  ^A begin"
  app:type "a"
  t:expect(lines(app)[24]):never():contains "up"
  t:expect(lines(app)[24]):never():contains "begin"
  app:key "backspace"
  t:expect(lines(app)[24]):contains "Backspace up  ^A begin"
end)

test.case("a command is hinted although the focused control has a key with its title", function(t)
  local app = launch(t, 120)
  app:tap "table"
  app:eval [[app.form.keyCommands = {
    { title = "Move", input = "f6", action = function() end }, { title = "Search", input = "f8", action = function() end },
    { title = "Search", input = "f3", action = function() end },
  }]]
  t:expect(lines(app)[24]):contains "F6 move  F8 search"
  t:expect(lines(app)[24]):never():contains "F3"
end)

test.case("a command is not hinted, nor run by a key, if the host takes the key first", function(t)
  local app = launch(t, 120)
  app:tap "ask"
  app:key "escape"
  app:eval [[app.form.keyCommands = {
    { title = "Quote", input = "ctrl+q", action = function() app.form.saved = "quote" end },
    { title = "Zoom", input = "ctrl+z", action = function() app.form.saved = "zoom" end },
    { title = "Save it", input = "ctrl+s", action = function() end },
  }]]
  t:expect(lines(app)[24]):contains " ^S save it"
  t:expect(lines(app)[24]):contains "^Q quit"
  t:expect(lines(app)[24]):never():contains "zoom"
  app:eval "function app.form:keyPressed(key) self.saved = key end"
  app:key "ctrl+z"
  app:foreground()
  t:expect(app:eval "return app.form.saved"):isNil()
  app:key "ctrl+q"
  t:expect(function() app:screen() end):fails "not running"
end)

test.case("moving focus, scripts and key presses update the hints at once", function(t)
  local app = launch(t)
  app:tap "table"
  t:expect(lines(app)[24]):contains "/ search"
  app:eval [[app.form.keyCommands = { { title = "Other", input = "alt+x", action = function() end } }]]
  t:expect(lines(app)[24]):contains "Alt+X other"
  t:expect(lines(app)[24]):never():contains "save it"
end)

test.case("tap does not find the hints", function(t)
  local app = launch(t)
  for _, word in ipairs { "Save it", "^S save it", "quit", "^Q quit", "help", "commands" } do
    t:expect(function() app:tap(word) end):fails "nothing on the screen"
  end
end)

test.case("screens with fewer than ten rows have no hints", function(t)
  local app = launch(t, 80, 9)
  t:expect(app:screen()):never():contains "F1 help"
  app:resize(80, 10)
  t:expect(lines(app)[10]):contains "F1 help"
  app:resize(80, 9)
  t:expect(app:screen()):never():contains "F1 help"
end)

test.case("an app can turn the hints off and on", function(t)
  local app = launch(t)
  t:expect(app:eval "return app.showsKeyHints"):isTrue()
  app:eval "app.showsKeyHints = false"
  t:expect(app:screen()):never():contains "F1 help"
  t:expect(lines(app)[24]):contains "Form"
  app:eval "app.showsKeyHints = true"
  t:expect(lines(app)[24]):contains "F1 help"
  t:expect(function() app:eval "app.showsKeyHints = 'no'" end):fails "boolean"
end)

test.case("hints are cut from the end; help is always shown, commands from 60 and quit from 100 columns", function(t)
  for columns = 12, 110 do
    local app = launch(t, columns, 24)
    app:key "tab"
    local last = lines(app)[24]
    local function shows(hint) return last:find(hint, 1, true) ~= nil end
    t:expect(utf8.len(last) <= columns):isTrue()
    t:expect(shows "? help"):isTrue()
    t:expect(shows "^P commands"):equals(columns >= 60)
    t:expect(shows "^Q quit"):equals(columns >= 100)
    -- The hints of the screen end three cells before those of the host.
    local host = 1 + 6 + (columns >= 60 and 13 or 0) + (columns >= 100 and 9 or 0)
    t:expect(shows "^S save it"):equals(1 + 10 <= columns - host - 3)
    t:expect(shows "F7 sync"):equals(1 + 10 + 2 + 7 <= columns - host - 3)
    app:kill()
  end
end)

test.case("keys that users try anyway are hinted only if there is nothing else", function(t)
  local app = launch(t)
  app:key "tab"
  t:expect(lines(app)[24]):never():contains "Enter"
  app:eval "app.form.keyCommands = {} app.keyCommands = {}"
  t:expect(lines(app)[24]):contains "Enter press"
end)

test.case("a command's hint is its short name", function(t)
  local app = launch(t)
  app:key "tab"
  app:eval [[app.form.keyCommands = {
    { title = "Read the whole log again", hint = "reload", input = "r", action = function() end },
    { title = "A title without any end", input = "x", action = function() end },
  }]]
  t:expect(lines(app)[24]):contains "r reload  x a title without"
  t:expect(lines(app)[24]):contains "…"
  t:expect(function() app:eval "app.form.keyCommands = { { title = 'A', hint = 1, action = print } }" end):fails "string"
end)

test.case("below an alert its keys are shown", function(t)
  local app = launch(t)
  app:tap "ask"
  local last = lines(app)[24]
  t:expect(last):equals(" Esc cancel" .. (" "):rep(62) .. "? help")
  for _, other in ipairs { "save it", "sync", "commands" } do t:expect(last):never():contains(other) end
  app:tap "No"
  t:expect(lines(app)[24]):contains "^S save it"
end)

test.case("below a presented screen its keys are shown, and the key to close it", function(t)
  local app = launch(t)
  app:eval [[
    local ui = require "luahost"
    local sheet = ui.ViewController { title = "Sheet" }
    sheet.keyCommands = { { title = "Only here", input = "ctrl+o", action = function() end } }
    app.form:present(sheet)
  ]]
  local last = lines(app)[24]
  t:expect(last):contains "^O only here"
  t:expect(last):contains "Esc close"
  t:expect(last):contains "F7 sync"
  t:expect(last):never():contains "save it"
end)

test.case("help and palette over an app have their own hints", function(t)
  local app = launch(t)
  app:key "f1"
  t:expect(lines(app)[24]):contains "Esc close"
  t:expect(lines(app)[24]):never():contains "save it"
end)

test.case("a snapshot has the hints, and the restored screen too", function(t)
  local app = launch(t)
  app:tap "table"
  local before = app:screen()
  t:expect(before):contains "/ search"
  app:background()
  app:kill()
  app:relaunch()
  t:expect(app:screen()):equals(before)
end)

test.case("the hints are hidden before a focused control is cut off", function(t)
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
  t:expect(app:screen()):never():contains "F1 help"
  app:eval "app.form.field:becomeFirstResponder()"
  t:expect(app:screen()):contains "F1 help"
end)

test.case("the hints stay below a flexible view that needs little space", function(t)
  local app = launch(t)
  app:eval [[
    app.area = require "luahost".TextView { restorationIdentifier = "area", maxHeight = 2 }
    app.form.view:addSubview(app.area)
    app.area:becomeFirstResponder()
  ]]
  t:expect(app:find("area").isFirstResponder):isTrue()
  t:expect(app:screen()):contains "F1 help"
end)

test.case("letters typed into a text trigger no command, and are not shown as hints", function(t)
  local app = launch(t)
  app:eval [[app.form.keyCommands = {
    { title = "New", input = "n", action = function() end }, { title = "Kill", input = "ctrl+k", action = function() end },
  }]]
  app:tap "table"
  t:expect(lines(app)[24]):contains "n new"
  t:expect(lines(app)[24]):contains "^K kill"
  app:tap "field"
  app:type "some"
  t:expect(lines(app)[24]):never():contains "new"
  t:expect(lines(app)[24]):never():contains "kill"
end)

test.case("only keys of a text that have an effect are shown", function(t)
  local app = t:launch("hints.lua", { size = { 160, 24 } })
  app:tap "field"
  for _, idle in ipairs { "select all", "copy", "undo", "paste", "submit" } do
    t:expect(lines(app)[24]):never():contains(idle)
  end
  app:type "word"
  t:expect(lines(app)[24]):never():contains "copy"
  app:key "alt+a"
  t:expect(lines(app)[24]):contains "^C/^X copy, cut"
end)

test.case("while rows are searched, the search's keys are shown, and F1 opens the help", function(t)
  local app = launch(t, 120)
  app:tap "table"
  app:key "/"
  local last = lines(app)[24]
  for _, hint in ipairs { "Enter accept", "Esc cancel", "F1 help" } do
    t:expect(last):contains(hint)
  end
  t:expect(last):never():contains "choose"
  app:key "f1"
  t:expect(app:screen()):contains "Previous, next match"
  app:key "escape"
  app:type "two"
  app:key "enter"
  t:expect(lines(app)[24]):contains "nN next, previous"
  app:key "escape"
  t:expect(lines(app)[24]):contains "/ search"
  t:expect(lines(app)[24]):never():contains "next, previous"
end)

test.case("while a row's actions are open, their keys are shown", function(t)
  local app = launch(t, 120)
  app:eval [[app.form.table.delegate = { trailingSwipeActionsForRow = function()
    return { { title = "Keep", handler = function() end }, { title = "Delete", handler = function() app.deleted = true end } }
  end }]]
  app:tap "table"
  app:key "right"
  for _, hint in ipairs { "Enter keep", "Esc close" } do t:expect(lines(app)[24]):contains(hint) end
  app:key "right"
  t:expect(lines(app)[24]):contains "Enter delete"
  app:key "space"
  t:expect(app:eval "return app.deleted"):isTrue()
  t:expect(lines(app)[24]):contains "/ search"
  app:key "right"
  app:key "down" -- has the effect that it has without actions
  t:expect(app:find("table").focusedIndexPath):equals { section = 1, row = 2 }
  t:expect(lines(app)[24]):contains "/ search"
end)

test.case("while a pager is searched, the search's keys are shown", function(t)
  local app = launch(t, 120)
  app:eval [[
    app.pager = require "luahost".TextView { isEditable = false, text = "one\ntwo\nthree" }
    app.form.view:addSubview(app.pager)
    app.pager:becomeFirstResponder()
  ]]
  t:expect(lines(app)[24]):never():contains "copy"
  app:key "/"
  for _, hint in ipairs { "Enter accept", "Esc cancel", "F1 help" } do
    t:expect(lines(app)[24]):contains(hint)
  end
  app:key "f1"
  t:expect(app:screen()):contains "Previous, next match"
  app:key "escape"
  app:type "tw"
  app:key "enter"
  t:expect(lines(app)[24]):contains "nN next, previous"
end)

test.case("the palette and menus with few rows show their keys", function(t)
  local app = launch(t)
  app:key "ctrl+p"
  for _, hint in ipairs { "Enter run the command", "Esc close" } do t:expect(lines(app)[24]):contains(hint) end
  app:key "escape"
  app:eval [[
    local menu = require "luahost".PopUpButton { items = { "a", "b" } }
    app.form.view:addSubview(menu)
    menu:becomeFirstResponder()
  ]]
  app:key "enter"
  t:expect(lines(app)[24]):contains "/ search"
  t:expect(lines(app)[24]):contains "Esc close"
end)
