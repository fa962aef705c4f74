-- Controls that are added after their screen was restored.
local test = require "luahost.test"

local function again(app, isSaved, options)
  if isSaved then app:background() end
  app:kill()
  app:relaunch(options)
end

for _, isSaved in ipairs { false, true } do
  local how = isSaved and " (background)" or " (autosave)"

  test.case("a control added when the screen appears gets its state, however it was created" .. how, function(t)
    local app = t:launch "late.lua"
    app:tap "switch"
    app:tap "field"
    app:type "!"
    again(app, isSaved)
    t:expect(app:find("switch").isOn):isFalse()
    t:expect(app:find("field").text):equals "given!"
    t:expect(table.concat(app:events(), "\n")):contains "nav/form/field decodeRestorableState"
    app:eval "form.switch.isOn = true"
    again(app, isSaved)
    t:expect(app:find("switch").isOn):isTrue()
  end)

  test.case("state of a control that comes later is in every save until then" .. how, function(t)
    local app = t:launch "late.lua"
    app:advance(1)
    app:select("table", 3)
    again(app, isSaved)
    again(app, isSaved)
    app:eval "form.switch.isOn = false"
    again(app, isSaved)
    t:expect(app:find("table")):isNil()
    app:advance(1)
    t:expect(app:find("table").indexPathsForSelectedRows):equals { { section = 1, row = 3 } }
  end)
end

test.case("values that a script sets on a restored control stay", function(t)
  local app = t:launch "late.lua"
  app:tap "switch"
  again(app, true)
  app:eval "form.switch.isOn = true"
  t:expect(app:find("switch").isOn):isTrue()
end)

test.case("a re-created control gets its predecessor's state, unless it was given a value", function(t)
  local app = t:launch "late.lua"
  app:tap "switch"
  again(app, true)
  app:tap "field"
  app:type "!"
  app:tap "switch"
  app:eval "form:rebuild()"
  t:expect(app:find("field").text):equals "given!"
  t:expect(app:find("switch").isOn):isTrue()
  app:eval "form:rebuild { text = 'other', isOn = false }"
  t:expect(app:find("field").text):equals "other"
  t:expect(app:find("switch").isOn):isFalse()
end)

test.case("a re-created pager shows its predecessor's lines, although its text was given", function(t)
  local app = t:launch "late.lua"
  app:eval "form:page()"
  app:tap "pager"
  for _ = 1, 20 do app:key "down" end
  local screen = app:screen()
  for _ = 1, 2 do
    app:eval "form:page()"
    app:eval "form.pager:becomeFirstResponder()"
    t:expect(app:screen()):equals(screen)
    app:preserve()
  end
  again(app, true)
  app:eval "form:page()"
  app:eval "form.pager:becomeFirstResponder()"
  t:expect(app:screen()):equals(screen)
end)

for _, isEditable in ipairs { true, false } do
  test.case("a text of a script replaces one that was typed before " .. (isEditable and "it" or "into a pager"), function(t)
    local app = t:launch "late.lua"
    app:eval "form:write('first', true)"
    app:tap "text"
    app:type " typed"
    app:preserve()
    app:eval(("form:write('given', %s)"):format(isEditable))
    t:expect(app:find("text").text):equals "given"
  end)
end

test.case("a re-created control gets its predecessor's state after a kill, too", function(t)
  local app = t:launch "late.lua"
  app:tap "switch"
  app:tap "field"
  app:type "!"
  app:eval "form.switch:removeFromSuperview() form.field:removeFromSuperview()"
  again(app, false, { options = { isEmpty = true } })
  again(app, true, { options = {} })
  t:expect(app:find("field").text):equals "given!"
  t:expect(app:find("switch").isOn):isFalse()
end)

test.case("unused state survives one change of the version, and not two", function(t)
  local app = t:launch "late.lua"
  app:tap "switch"
  again(app, true, { options = { isEmpty = true, version = "2" } })
  app:background()
  app:foreground()
  again(app, true, { options = { isEmpty = true, version = "2" } })
  again(app, true, { options = { version = "2" } })
  t:expect(app:find("switch").isOn):isFalse()

  app = t:launch "late.lua"
  app:tap "switch"
  again(app, true, { options = { isEmpty = true, version = "2" } })
  again(app, true, { options = { isEmpty = true, version = "3" } })
  again(app, true, { options = { version = "3" } })
  t:expect(app:find("switch").isOn):isTrue()
end)

test.case("unused state is removed with its screen", function(t)
  local app = t:launch "late.lua"
  local function names()
    local found = {}
    local function visit(node)
      found[#found + 1] = node.identifier
      for _, child in ipairs(node.children or {}) do visit(child) end
    end
    for _, node in ipairs(app:archive().children or { app:archive() }) do visit(node) end
    return table.concat(found, " ")
  end
  app:eval "cover()"
  app:background()
  t:expect(names()):contains "inner"
  again(app, true, { options = { isPlain = true } })
  app:background()
  t:expect(names()):contains "inner"
  app:foreground()
  app:eval "form.navigationController:pop()"
  app:background()
  t:expect(names()):never():contains "inner"
end)
