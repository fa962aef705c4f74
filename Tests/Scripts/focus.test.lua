local test = require "luahost.test"

local function launch(t, kind, width, height)
  return t:launch("focus.lua", { options = { kind = kind }, size = { width or 40, height or 12 } })
end

-- Runs statements with `screen`, the only controller.
local function run(app, statements)
  return app:eval("local app = require 'luahost'.Application.shared; local screen = app.window.rootViewController.viewControllers[1]; " .. statements)
end

test.case("a removed view gets no keys; the first control has the focus then", function(t)
  local app = launch(t, "form")
  app:find("remove"):becomeFirstResponder()
  app:key "enter"
  t:expect(app:find "remove"):isNil()
  t:expect(app:find("field").isFirstResponder):isTrue()
  run(app, "field = screen.view.subviews[1]; field:removeFromSuperview()")
  app:key "x"
  t:expect(app:eval "return field.text"):equals ""
end)

test.case("deleted text is inserted again after a kill", function(t)
  local app = launch(t, "form")
  app:tap "field"
  app:key "alt+a"
  app:type "one two"
  app:key "ctrl+w"
  app:kill()
  app:relaunch()
  app:key "ctrl+y"
  app:key "ctrl+y"
  t:expect(app:find("field").text):equals "one twotwo"
end)

test.case("a button that disables itself while it works has the focus again afterwards", function(t)
  local app = launch(t, "form")
  app:tap "work"
  t:expect(app:find("field").isFirstResponder):isTrue()
  app:advance(1)
  t:expect(app:find("work").isFirstResponder):isTrue()
end)

test.case("the focus stays where the user went on while a button was disabled", function(t)
  local app = launch(t, "form")
  app:tap "work"
  app:type "text"
  app:advance(1)
  t:expect(app:find("field").isFirstResponder):isTrue()
  t:expect(app:find("field").text):equals "text"
end)

test.case("a scroll view that a large screen shows whole has the focus again on a small one, unless the user went on", function(t)
  local app = launch(t, "form", 30, 6)
  run(app, [[
    local ui = require "luahost"
    local text = ui.Label { text = ("line\n"):rep(8) .. "end" }
    app.window.rootViewController = ui.ViewController {
      restorationIdentifier = "scrolled",
      view = ui.VStack { ui.ScrollView { restorationIdentifier = "text", text }, ui.Button { title = "One" }, ui.Button { title = "Two" } },
    }
  ]])
  app:tap "text"
  app:key "down"
  app:resize(40, 20)
  t:expect(app:find("text").isFirstResponder):equals(false)
  app:resize(30, 6)
  t:expect(app:find("text").isFirstResponder):isTrue()
  app:resize(40, 20)
  app:tap "Two"
  app:resize(30, 6)
  t:expect(app:find("text").isFirstResponder):equals(false)
end)

test.case("a hidden view has no focus", function(t)
  local app = launch(t, "form")
  app:find("last"):becomeFirstResponder()
  run(app, "screen.view.subviews[4].isHidden = true")
  app:key "enter"
  t:expect(run(app, "return screen.pressed")):isNil()
end)

test.case("a script that removes the focus keeps it away", function(t)
  local app = launch(t, "form")
  app:find("field"):resignFirstResponder()
  run(app, "screen.view.subviews[4].isHidden = true")
  app:screen()
  t:expect(app:find("field").isFirstResponder):isFalse()
end)

test.case("a control that comes after the launch has the initial focus", function(t)
  local app = launch(t, "late")
  app:advance(1)
  app:type "typed"
  t:expect(app:find("field").text):equals "typed"
end)

test.case("a bar button in place of the focused one is pressed", function(t)
  local app = launch(t, "bar")
  app:key "enter"
  app:key "enter"
  t:expect(run(app, "return screen.pressed")):equals "Done"
end)

test.case("a collapsed split view keeps the focused side, also in a restoration at another size", function(t)
  local app = launch(t, "split", 90, 12)
  app:find("split/right/field"):becomeFirstResponder()
  for _, width in ipairs { 30, 90, 30 } do
    app:resize(width, 12)
    t:expect(app:find("split/right/field").isFirstResponder):isTrue()
  end
  app:relaunch { size = { 90, 12 } }
  t:expect(app:find("split/right/field").isFirstResponder):isTrue()
  app:find("split/left/field"):becomeFirstResponder()
  app:relaunch { size = { 30, 12 } }
  t:expect(app:find("split/left/field").isFirstResponder):isTrue()
end)

test.case("a control of a side that a narrow screen hides has the focus again, not the first one of its side", function(t)
  local app = launch(t, "split", 90, 12)
  app:find("split/left/last"):becomeFirstResponder()
  app:find("split"):show "secondary"
  app:resize(30, 12)
  t:expect(app:find("split/right/field").isFirstResponder):isTrue()
  app:resize(90, 12)
  t:expect(app:find("split/left/last").isFirstResponder):isTrue()
end)

test.case("a side hidden by a narrow screen has the focus again on a wide one, unless the other was used meanwhile", function(t)
  local function narrow(action)
    local app = launch(t, "split", 90, 12)
    app:find("split/left/field"):becomeFirstResponder()
    -- The script's choice, without the focus.
    app:find("split"):show "secondary"
    action(app, 30)
    t:expect(app:find("split/left/field").isFirstResponder):isFalse()
    t:expect(app:find("split/right/field").isFirstResponder):isTrue()
    return app
  end
  local function resize(app, width) app:resize(width, 12) end
  local function relaunch(app, width) app:relaunch { size = { width, 12 } } end
  for _, first in ipairs { resize, relaunch } do
    for _, second in ipairs { resize, relaunch } do
      local app = narrow(first)
      second(app, 90)
      t:expect(app:find("split/left/field").isFirstResponder):isTrue()
      -- The side to show has not changed either.
      resize(app, 30)
      t:expect(app:find("split/right/field").isFirstResponder):isTrue()
      app:type "x"
      second(app, 90)
      t:expect(app:find("split/right/field").isFirstResponder):isTrue()
    end
  end
end)

test.case("the side that a script shows on a narrow screen keeps the focus on a wide one", function(t)
  local app = launch(t, "split", 30, 12)
  app:find("split/left/field"):becomeFirstResponder()
  app:find("split"):show "secondary"
  t:expect(app:find("split/right/field").isFirstResponder):isTrue()
  app:resize(90, 12)
  t:expect(app:find("split/right/field").isFirstResponder):isTrue()
end)

test.case("the focus in a child that is shown late is restored", function(t)
  local app = launch(t, "parts")
  app:find("nav/parts/part/field"):becomeFirstResponder()
  app:relaunch()
  t:expect(app:find("nav/parts/part/field").isFirstResponder):isTrue()
end)

test.case("the focused link of a label is restored", function(t)
  local app = launch(t, "links")
  app:key "tab"
  app:relaunch()
  app:key "enter"
  t:expect(run(app, "return screen.pressed")):equals "two"
end)

test.case("text selected in a pager after a relaunch is restored", function(t)
  local app = launch(t, "pager")
  app:relaunch()
  app:drag(3, 4, 12, 6)
  local selected = app:find("nav/pager/pager").selectedRange
  t:expect(selected.length > 0):isTrue()
  app:relaunch()
  t:expect(app:find("nav/pager/pager").selectedRange):equals(selected)
end)

for _, case in ipairs {
  { "was scrolled", function(app) app:scroll("pager", -3) end },
  { "follows its end", function(app) run(app, "screen.pager.followsEnd = true") end },
} do
  test.case("a pager whose text fits and " .. case[1] .. " shows the same line after a smaller size and a kill", function(t)
    local app = launch(t, "cursor", 60, 100)
    case[2](app)
    app:resize(60, 12)
    local screen = app:screen()
    app:kill()
    app:relaunch()
    t:expect(app:screen()):equals(screen)
  end)
end

for _, height in ipairs { 12, 100 } do
  test.case("a key to the top of a text that fits shows it at a smaller size, launched with " .. height .. " rows", function(t)
    local app = launch(t, "pager", 60, height)
    app:key "G"
    app:resize(60, 100)
    app:key "g"
    local first = app:screen():match "[^\n]*\n[^\n]*"
    app:resize(60, 12)
    t:expect(app:screen()):contains(first)
  end)

  test.case("a key to the end of a text shows it after other sizes, launched with " .. height .. " rows", function(t)
    local app = launch(t, "pager", 60, height)
    app:key "G"
    app:resize(60, 100)
    app:kill()
    app:relaunch()
    app:resize(60, 12)
    t:expect(app:screen()):contains "line 80"
    app:kill()
    app:relaunch { size = { 60, 9 } }
    t:expect(app:screen()):contains "line 80"
  end)
end

test.case("an insertion point that a click has set in a pager is restored", function(t)
  local app = launch(t, "pager")
  app:click(9, 4)
  local place = app:find("nav/pager/pager").selectedRange
  t:expect(place.location > 1):isTrue()
  t:expect(place.length):equals(0)
  app:relaunch()
  t:expect(app:find("nav/pager/pager").selectedRange):equals(place)
end)

test.case("Home in the first line scrolls to it and follows the end no longer, also after a kill", function(t)
  local app = launch(t, "cursor")
  app:key "home"
  run(app, "screen.pager.followsEnd = true")
  app:screen()
  app:key "home"
  t:expect(app:screen()):contains "line 1 "
  t:expect(app:find("nav/cursor/pager").followsEnd):isFalse()
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "line 1 "
  t:expect(app:find("nav/cursor/pager").followsEnd):isFalse()
end)

test.case("a scroll view that shows a part of the focused view is restored as it was", function(t)
  local app = launch(t, "scroll", 40, 10)
  app:find("date"):becomeFirstResponder()
  app:screen()
  run(app, "screen.view.contentOffset = { x = 0, y = screen.view.contentOffset.y - 2 }")
  local before = app:screen()
  app:relaunch()
  t:expect(app:screen()):equals(before)
end)

-- Returns the archive as it was saved last, and as a complete save encodes it.
local function archives(app)
  local saved = app:archive()
  app:preserve()
  return saved, app:archive()
end

test.case("an autosave is equal to a complete save after changes of what waits", function(t)
  local slider = launch(t, "slider")
  slider:key "end"
  run(slider, "screen.slider.maximumValue = 3")
  slider:key "right"
  local saved, complete = archives(slider)
  t:expect(saved.children):equals(complete.children)

  local cursor = launch(t, "cursor")
  cursor:key "home"
  saved, complete = archives(cursor)
  t:expect(saved.children):equals(complete.children)

  local scroll = launch(t, "scroll", 40, 10)
  scroll:key "tab"
  scroll:resize(60, 30)
  scroll:resize(50, 14)
  scroll:key "tab"
  saved, complete = archives(scroll)
  t:expect(saved.children):equals(complete.children)
end)

test.case("a menu closes when its button is removed or gets other items", function(t)
  local app = launch(t, "menu")
  app:tap "fruit"
  t:expect(app:screen()):contains "plum"
  run(app, "screen.popUp.items = { 'fig' }")
  t:expect(app:screen()):never():contains "plum"
  app:tap "fruit"
  app:key "enter"
  t:expect(app:find("fruit").selectedIndex):equals(1)
  app:tap "fruit"
  run(app, "screen.popUp:removeFromSuperview()")
  t:expect(app:screen()):never():contains "fig"
end)

test.case("what an app may not set is an error", function(t)
  local app = launch(t, "form")
  t:expect(function() run(app, "app.identifier = 'org.example.other'") end):fails "set already"
  t:expect(function() run(app, "return require 'luahost'.Label { style = { bold = 5 } }") end):fails "boolean"
  t:expect(function()
    run(app, "local ui = require 'luahost'; ui.SplitViewController { ui.ViewController(), ui.ViewController(), ui.ViewController() }")
  end):fails "at most two screens"
end)
