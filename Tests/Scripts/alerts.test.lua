-- Alerts that are restored.
local test = require "luahost.test"

for _, isSaved in ipairs { false, true } do
  local how = isSaved and " (background)" or " (autosave)"
  local function again(app)
    if isSaved then app:background() end
    app:kill()
    app:relaunch()
  end

  test.case("an alert with an identifier and onResult is restored with what was typed" .. how, function(t)
    local app = t:launch("alerts.lua", { size = { 50, 16 } })
    app:eval "screen:ask { name = 'old' }"
    app:tap "name"
    app:type "er"
    app:key "left"
    local before = app:snapshot()
    again(app)
    t:expect(app:snapshot()):equals(before)
    app:type "!"
    app:key "tab"
    app:type "12"
    again(app)
    t:expect(app:find("code").text):equals ""
    t:expect(app:find("name").text):equals "olde!r"
    app:type "x7"
    t:expect(app:find("code").text):equals "7"
    app:tap "Rename"
    t:expect(app:find("label").text):equals "2:olde!r,7"
    t:expect(app:find("ask")):isNil()
    t:expect(app:errors()):equals {}
  end)

  test.case("the focused row of a sheet stays focused, also if a script has looked at it" .. how, function(t)
    local app = t:launch("alerts.lua", { size = { 50, 16 } })
    app:eval "screen:askInColours()"
    app:key "down"
    app:eval [[
      local function look(view) for _, subview in ipairs(view.subviews) do look(subview) end end
      look(screen.presentedViewController.view)
    ]]
    local before = app:snapshot()
    again(app)
    t:expect(app:snapshot()):equals(before)
  end)

  test.case("an alert keeps the styles of its title and message" .. how, function(t)
    local app = t:launch("alerts.lua", { size = { 50, 16 } })
    app:eval "screen:askInColours()"
    local before = app:snapshot()
    again(app)
    t:expect(app:snapshot()):equals(before)
    app:tap "Two"
    t:expect(app:find("label").text):equals "2:"
  end)

  test.case("an alert of a subclass is restored with the contents that its class and others added" .. how, function(t)
    local app = t:launch("alerts.lua", { size = { 50, 16 } })
    app:eval "screen:askByClass()"
    app:tap "letters"
    app:type "ab1c"
    local before = app:snapshot()
    again(app)
    t:expect(app:snapshot()):equals(before)
    app:type "2d"
    t:expect(app:find("letters").text):equals "abcd"
    t:expect(app:eval "return tostring(screen.presentedViewController)"):contains "Ask"
    app:tap "Leave"
    t:expect(app:find("label").text):equals "2:abcd"
    t:expect(app:errors()):equals {}
  end)
end

test.case("an alert that is answered without a relaunch calls onResult, too", function(t)
  local app = t:launch "alerts.lua"
  app:tap "Ask"
  app:tap "name"
  app:type "new"
  app:key "escape"
  t:expect(app:find("label").text):equals "1:new,"
end)

test.case("an action of such an alert cannot have a handler", function(t)
  local app = t:launch "alerts.lua"
  t:expect(function() app:eval "screen:ask { handler = function() end }" end):fails "handler"
end)

test.case("other alerts are not restored, and their handlers run", function(t)
  local app = t:launch "alerts.lua"
  app:eval "screen:ask { isPlain = true, handler = function() screen.label.text = 'handled' end }"
  app:tap "Rename"
  t:expect(app:find("label").text):equals "handled"
  app:eval "screen:ask { isPlain = true }"
  app:background()
  app:kill()
  app:relaunch()
  t:expect(app:screen()):never():contains "How is it called"
end)

test.case("a long message that was scrolled is restored where it was", function(t)
  local app = t:launch("alerts.lua", { size = { 40, 14 } })
  app:eval "screen:ask { message = ('A line of the message.\\n'):rep(40) .. 'The last line.' }"
  for _ = 1, 20 do app:key "pagedown" end
  t:expect(app:screen()):contains "The last line."
  local before = app:screen()
  app:kill()
  app:relaunch()
  t:expect(app:screen()):equals(before)
  app:kill()
  app:relaunch()
  t:expect(app:screen()):equals(before)
end)

test.case("an alert that is changed while it is shown shows the change, keeps the focus, and is restored with it", function(t)
  local app = t:launch("alerts.lua", { size = { 50, 16 } })
  app:eval "screen:ask { name = 'old' }"
  app:tap "name"
  app:type "er"
  app:eval [[
    local alert = screen.presentedViewController
    alert.title, alert.message = "Move", "Where to?"
    local actions = alert.actions
    actions[2].title = "Move"
    alert.actions = actions
    alert:addAction { title = "Ask again" }
  ]]
  t:expect(app:screen()):contains "Where to?"
  t:expect(app:screen()):never():contains "How is it called?"
  t:expect(app:eval "return #screen.presentedViewController.actions"):equals(4)
  app:type "!"
  local before = app:snapshot()
  app:kill()
  app:relaunch()
  t:expect(app:snapshot()):equals(before)
  app:tap "Move"
  t:expect(app:find("label").text):equals "2:older!,"
end)

test.case("the actions of an alert can be read with their handlers, and assigned to another one", function(t)
  local app = t:launch("alerts.lua", { size = { 50, 16 } })
  app:eval [[
    local ui = require "luahost"
    local first = ui.AlertController { actions = { { title = "One", style = "cancel" }, { title = "Two", handler = function() chosen = "two" end } } }
    second = ui.AlertController { title = "Second", actions = { { title = "Replaced" } } }
    second.actions = first.actions
    screen:present(second)
  ]]
  t:expect { app:eval "local a = second.actions return #a, a[1].title, a[1].style, tostring(a[1].handler), type(a[2].handler)" }
    :equals { 2, "One", "cancel", "nil", "function" }
  t:expect(app:screen()):never():contains "Replaced"
  t:expect((app:eval "return pcall(function() second.actions = { { title = 'A' }, { title = 5 } } end)")):isFalse()
  app:tap "Two"
  t:expect(app:eval "return chosen"):equals "two"
end)

test.case("Escape on a presented screen gives its presenter no result, and dismisses what it presents, too", function(t)
  local app = t:launch("alerts.lua", { size = { 50, 16 } })
  app:eval [[
    local ui = require "luahost"
    function screen:picked(...) picked = table.pack(...) end
    lower, upper = ui.ViewController { title = "lower" }, ui.ViewController { title = "upper" }
    screen:present(lower, { onResult = "picked" })
  ]]
  app:key "escape"
  t:expect(app:eval "return picked.n .. tostring(picked[1]) .. tostring(screen.presentedViewController)"):equals "1nilnil"
  app:eval "screen:present(lower) lower:present(upper) screen:dismiss()"
  t:expect(app:eval "return screen.presentedViewController or lower.presentedViewController or upper.presentingViewController")
    :isNil()
  app:eval [[
    local ui = require "luahost"
    inner = ui.ViewController { title = "inner" }
    screen:present(ui.NavigationController { inner })
    inner:present(ui.ViewController { title = "upper" })
    screen:dismiss()
  ]]
  t:expect(app:eval "return inner.presentedViewController"):isNil()
end)

test.case("an error in the method for a result does not end the function that dismissed", function(t)
  local app = t:launch("alerts.lua", { size = { 50, 16 }, errors = "allowed" })
  app:eval [[
    local ui = require "luahost"
    function screen:picked() error "not this one" end
    screen:present(ui.ViewController {}, { onResult = "picked" })
    screen:dismiss(1)
    went = "on"
  ]]
  t:expect(app:eval "return went"):equals "on"
  t:expect(app:errors()[1]):contains "not this one"
end)

test.case("a property is not suggested as the method of its own name", function(t)
  local app = t:launch("alerts.lua", { size = { 50, 16 } })
  local message = app:eval [[
    local ui = require "luahost"
    return select(2, pcall(screen.present, screen, ui.ViewController {}, { onResult = "title" }))
  ]]
  t:expect(message):contains "has no method 'title'"
  t:expect(message):never():contains "did you mean 'title'"
end)

test.case("a presenter can change the actions of the alert that it gets the result of", function(t)
  local app = t:launch("alerts.lua", { size = { 50, 16 } })
  app:eval [[
    local ui = require "luahost"
    local alert = ui.AlertController { actions = { { title = "One" }, { title = "Two" } } }
    function screen:picked(result) alert.actions, picked = {}, result.action end
    screen:present(alert, { onResult = "picked" })
  ]]
  app:tap "Two"
  t:expect(app:eval "return picked"):equals(2)
end)

test.case("an alert that is changed keeps the views that its class has added", function(t)
  local app = t:launch("alerts.lua", { size = { 50, 16 } })
  app:eval [[
    local ui = require "luahost"
    local Own = ui.AlertController:subclass "Own"
    function Own:viewDidLoad() self.view:addSubview(ui.Label { text = "added", accessibilityIdentifier = "added" }) end
    own = Own { title = "First", actions = { { title = "One" } } }
    function screen:picked(result) picked = result.action end
    screen:present(own, { onResult = "picked" })
    own.title, own.actions = "Second", { { title = "Two" } }
  ]]
  t:expect(app:find("added").text):equals "added"
  t:expect(app:screen()):contains "Second"
  app:tap "Two"
  t:expect(app:eval "return picked"):equals(1)
end)
