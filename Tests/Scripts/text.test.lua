-- Styled text, Markdown, the pager and validating fields, across kill and relaunch.
local test = require "luahost.test"

test.case("links are activated by keys and by name, and a saved text is restored without them", function(t)
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

test.case("a constructor's followsEnd counts, whatever the order of its properties", function(t)
  local app = t:launch("text.lua", { size = { 30, 8 }, options = { screen = "log" } })
  t:expect(app:eval "return require 'luahost'.TextView { isEditable = false, followsEnd = false }.followsEnd"):equals(false)
  t:expect(app:eval "return require 'luahost'.TextView { isEditable = false }.followsEnd"):equals(true)
end)

test.case("the cursor returns to its column after a kill between two moves by lines", function(t)
  local app = t:launch("text.lua", { size = { 40, 12 }, options = { screen = "book" } })
  app:tap "book"
  app:key "ctrl+home"
  app:type "a longer line\nab\nanother line"
  app:key "up"
  app:kill()
  app:relaunch()
  app:key "up"
  t:expect(app:find("book").selectedRange.location):equals(13)
  app:key "down"
  app:key "left"
  app:kill()
  app:relaunch()
  app:key "up"
  t:expect(app:find("book").selectedRange.location):equals(2)
end)

test.case("what is typed before and after a kill is undone in one step, unless the cursor has moved", function(t)
  local app = t:launch("text.lua", { size = { 40, 12 }, options = { screen = "form" } })
  local function type(text, key)
    app:tap "name"
    app:key "end"
    app:type(text)
    if key then app:key(key) end
    app:kill()
    app:relaunch()
    app:type "def"
    app:key "ctrl+_"
    return app:find("name").text
  end
  t:expect(type "abc"):equals ""
  t:expect(type("abc", "end")):equals "abc"
end)

test.case("a log is followed, read and searched; position and following are restored", function(t)
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

test.case("typed text is validated: the message is restored with it, and disallowed text is not typed", function(t)
  local app = t:launch("text.lua", { size = { 40, 12 }, options = { screen = "form" } })
  t:expect(app:screen()):never():contains "three letters"
  app:tap "name"
  app:type "ab"
  t:expect(app:screen()):matches "ab +✗\n✗ at least three letters"
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
  t:expect(app:screen()):matches "ab +✗\n✗ at least three letters"
  t:expect(app:screen()):never():contains "too short"
  t:expect(app:find("name").isValid):isFalse()
  app:tap "name"
  app:type "c"
  t:expect(app:screen()):never():contains "three letters"
  t:expect(app:find("name").isValid):isTrue()
end)

test.case("the message of a field that was submitted empty is restored, except that of a secret", function(t)
  local app = t:launch("text.lua", { size = { 40, 12 }, options = { screen = "form" } })
  app:tap "name"
  app:key "enter"
  app:tap "secret"
  app:key "enter"
  t:expect(app:screen()):contains "at least three letters"
  t:expect(app:screen()):contains "too short"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "at least three letters"
  t:expect(app:screen()):never():contains "too short"
end)

test.case("a document is read from its start, its links work, and the position is restored", function(t)
  local app = t:launch("text.lua", { size = { 30, 12 }, options = { screen = "document" } })
  t:expect(app:screen()):contains "Manual"
  t:expect(app:screen()):contains "key  what"
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

-- Shows a view instead of the app's.
local function show(app, view)
  return app:eval(([[
    local ui = require "luahost"
    shown = %s
    app.window.rootViewController = ui.ViewController { view = ui.VStack { shown } }
    shown:becomeFirstResponder()
  ]]):format(view))
end

test.case("an edited text can be read and edited again", function(t)
  local app = t:launch("text.lua", { size = { 30, 8 } })
  show(app, "ui.TextView { text = 'abc' }")
  app:type "xyz"
  for _ = 1, 2 do
    t:expect(app:eval "shown.isEditable = false return shown.text"):equals "abcxyz"
    t:expect(app:screen()):contains "abcxyz"
    t:expect(app:eval "shown.isEditable = true return shown.text"):equals "abcxyz"
  end
  app:type "!"
  t:expect(app:screen()):contains "abcxyz!"
end)

test.case("a text that replaces an empty one is read from its start, also after a restart", function(t)
  local app = t:launch("text.lua", { size = { 30, 8 }, options = { screen = "log" } })
  app:scroll("log", 3)
  for _ = 1, 2 do
    app:eval "app.window.rootViewController.log.text = ''"
    app:kill()
    app:relaunch()
    app:eval [[app.window.rootViewController.log.text = "the first line\n" .. ("another\n"):rep(40)]]
    t:expect(app:screen()):contains "the first line"
  end
end)

test.case("following the end again is saved, even if nothing moved", function(t)
  local app = t:launch("text.lua", { size = { 30, 8 }, options = { screen = "log" } })
  app:eval "app.window.rootViewController:add(20)"
  for _, follows in ipairs { false, true } do
    if follows then app:key "end" else app:eval "app.window.rootViewController.log.followsEnd = false" end
    t:expect(app:find("log").followsEnd):equals(follows)
    app:kill()
    app:relaunch()
    t:expect(app:find("log").followsEnd):equals(follows)
  end
end)

test.case("styled texts with the same functions are equal, however they were composed", function(t)
  local app = t:launch("text.lua", { size = { 30, 8 } })
  local function is(source) return t:expect(app:eval('local ui = require "luahost" return ' .. source)) end
  app:eval [[
    local ui = require "luahost"
    act, other = function() end, function() end
    function link(action, text) return ui.AttributedString { "see ", { text or "this", action = action } } end
  ]]
  is("link(act) == link(act)"):isTrue()
  is("link(act) == link(other)"):isFalse()
  is("link(act) == link(act, 'that')"):isFalse()
  is("link(act) == ui.AttributedString 'see this'"):isFalse()
  is("link(act) .. 'x' == link(act) .. 'x'"):isTrue()
  is([[ui.AttributedString { "a\xff", { "b" } } == ui.AttributedString "a" .. "\xff" .. "b"]]):isTrue()
  is([[ui.markdown("a\xff").string]]):equals "a\u{fffd}"
  show(app, "ui.TextView { isEditable = false }")
  app:eval [[shown:append("a\xff\n") shown:append(12)]]
  t:expect(app:screen()):contains "a\u{fffd}\n12"
end)

test.case("an invalid text is an error that says what is valid", function(t)
  local app = t:launch("text.lua", { size = { 30, 8 } })
  local function fails(source, pattern)
    t:expect(function() app:eval('local ui = require "luahost" ' .. source) end):fails(pattern)
  end
  fails("ui.Label().text = 3", "text: expected a string or an AttributedString, got an integer")
  fails("ui.Label().text = '\\xff'", "text: expected UTF%-8 text")
  fails("ui.TextField { text = ui.AttributedString 'x' }", "expected a string, got an AttributedString")
  fails("ui.Label { text = app }", "got an Application")
  fails("ui.PopUpButton { items = { 'a', 2 } }", "items: item 2: expected a string, got an integer")
  fails("ui.TableView { rows = { ui.AttributedString 'x', false } }", "rows: item 2: expected a string")
  fails("ui.markdown('x', { width = 0 })", "1 or more")
  fails(
    "ui.TextField { text = 'a', selectionDirection = 'backwards' }",
    'selectionDirection: expected "forward", "backward", got "backwards"; did you mean .backward.?')
end)

test.case("selectionDirection is the end of the selection that the user extends", function(t)
  for _, screen in ipairs { "book", "form" } do
    local app = t:launch("text.lua", { size = { 40, 12 }, options = { screen = screen } })
    local name = screen == "book" and "text" or "name"
    local function set(source) app:eval("local view = app.window.rootViewController." .. name .. " " .. source) end
    local function expect(location, length, direction)
      local view = app:find(screen == "book" and "book" or "name")
      t:expect(view.selectedRange):equals { location = location, length = length }
      t:expect(view.selectionDirection):equals(direction)
    end
    set "view:becomeFirstResponder() view.text = '12345678' view.selectionDirection = 'backward'"
    expect(9, 0, "forward")
    set "view.selectedRange = { location = 6, length = 2 } view.selectionDirection = 'backward'"
    expect(6, 2, "backward")
    app:key "shift+left"
    expect(5, 3, "backward")
    app:kill()
    app:relaunch()
    set "if view.text == '' then view.text = '12345678' end"
    expect(5, 3, "backward")
    set "view:becomeFirstResponder()"
    app:key "shift+right"
    expect(6, 2, "backward")
    set "view.selectedRange = view.selectedRange"
    expect(6, 2, "forward")
    app:key "shift+left"
    expect(6, 1, "forward")
    set "view.selectionDirection = 'forward'"
    expect(6, 1, "forward")
  end
end)

test.case("a long text is restored as it was typed, with undo and redo", function(t)
  local app = t:launch("text.lua", { size = { 40, 8 }, options = { screen = "book" } })
  local book = ("a line of a book\n"):rep(2000)
  app:eval "app.window.rootViewController.text.selectedRange = { location = 17001, length = 0 }"
  app:type "new "
  app:type "words"
  app:key "ctrl+_"
  local before = app:snapshot()
  app:kill()
  app:relaunch()
  t:expect(app:snapshot()):equals(before)
  t:expect(app:find("book").text):equals(book:sub(1, 17000) .. "new " .. book:sub(17001))
  app:key "alt+y"
  t:expect(app:find("book").text):equals(book:sub(1, 17000) .. "new words" .. book:sub(17001))
  app:kill()
  app:relaunch()
  for _ = 1, 3 do app:key "ctrl+_" end
  t:expect(app:find("book").text):equals(book)
end)
