local test = require "luahost.test"

local function launch(t, columns, rows)
  local app = t:launch("layout.lua", { size = { columns or 30, rows or 12 } })
  app:eval [[app:show(function(ui) return ui.VStack { ui.TextField { accessibilityIdentifier = "field" }, ui.Spacer { },
    ui.Label { text = "last row" } } end)]]
  return app
end

local function lines(app)
  local found = {}
  for line in (app:screen() .. "\n"):gmatch "(.-)\n" do found[#found + 1] = line end
  return found
end

test.case("a notice is shown for four seconds, or for its given duration", function(t)
  local app = launch(t)
  app:eval "app:notify 'Saved'"
  app:eval "app:notify('Longer', { seconds = 10 })"
  t:expect(lines(app)[11]):equals " Saved"
  t:expect(lines(app)[12]):equals " Longer"
  app:advance(3.9)
  t:expect(app:screen()):contains "Saved"
  app:advance(0.2)
  t:expect(app:screen()):never():contains "Saved"
  t:expect(lines(app)[12]):equals " Longer"
  app:advance(5.7)
  t:expect(app:screen()):contains "Longer"
  app:advance(0.3)
  t:expect(app:screen()):never():contains "Longer"
end)

test.case("at most three notices are shown, a line each, the latest at the bottom", function(t)
  local app = launch(t)
  for _, text in ipairs { "one", "two\nlines", "three", "four" } do app:eval(("app:notify %q"):format(text)) end
  local all = lines(app)
  t:expect(app:screen()):never():contains "one"
  t:expect(all[10]):equals " two lines"
  t:expect(all[11]):equals " three"
  t:expect(all[12]):equals " four"
  app:eval("app:notify(('long '):rep(50))")
  t:expect(lines(app)[12]):matches "…$"
end)

test.case("a notice takes neither keys nor focus", function(t)
  local app = launch(t)
  app:tap "field"
  app:eval "app:notify 'Here'"
  app:type "typed"
  t:expect(app:find("field").text):equals "typed"
  t:expect(app:screen()):contains "Here"
end)

test.case("an open alert pauses the time of notices", function(t)
  local app = launch(t)
  app:eval "app:notify 'Waits'"
  app:advance(3)
  app:eval [[
    local ui = require "luahost"
    local alert = ui.AlertController { title = "Sure?" }
    alert:addAction { title = "Yes" }
    app.window.rootViewController:present(alert)
  ]]
  app:advance(60)
  t:expect(app:screen()):contains "Waits"
  app:tap "Yes"
  app:advance(0.9)
  t:expect(app:screen()):contains "Waits"
  app:advance(0.2)
  t:expect(app:screen()):never():contains "Waits"
end)

test.case("notices are above the key hints, otherwise in the last row", function(t)
  local app = launch(t, 60, 12)
  app:eval "app.showsKeyHints = true"
  app:eval "app:notify 'Above'"
  t:expect(lines(app)[12]):contains "F1 help"
  t:expect(lines(app)[11]):equals " Above"
end)

test.case("notices are neither in snapshots nor restored after a kill", function(t)
  local app = launch(t)
  app:eval "app:notify('Gone', { seconds = 100 })"
  app:background()
  app:kill()
  app:relaunch()
  t:expect(app:screen()):never():contains "Gone"
end)

test.case("invalid arguments are reported", function(t)
  local app = launch(t)
  for call, message in pairs {
    ["app:notify()"] = "notify", ["app:notify {}"] = "notify", ["app:notify('x', 3)"] = "table",
    ["app:notify('x', { seconds = 0 })"] = "seconds", ["app:notify('x', { seconds = -1 })"] = "seconds",
    ["app:notify('x', { seconds = 0/0 })"] = "seconds", ["app:notify('x', { secs = 1 })"] = "seconds",
    ["app:notify('x', { style = 'nothing' })"] = "roles",
  } do
    t:expect(function() app:eval(call) end):fails(message)
  end
  app:eval "app:notify('red', { style = 'destructive' })"
  t:expect(app:snapshot()):contains "red"
end)

test.case("a notice does not cover the focused text", function(t)
  local app = launch(t)
  app:eval [[app:show(function(ui) return ui.VStack { ui.Spacer { }, ui.TextField { accessibilityIdentifier = "field" } } end)]]
  app:tap "field"
  app:type "words"
  app:eval "app:notify 'Aside'"
  t:expect(lines(app)[1]):matches "Aside$"
  t:expect(lines(app)[12]):equals "words"
end)
