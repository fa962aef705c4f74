local test = require "luahost.test"

local function launch(t, options) return t:launch("host-keys.lua", options or { size = { 40, 14 } }) end

for _, isolated in ipairs { false, true } do
  local place = isolated and ", in a process of its own" or ""

  test.case("the key that quits quits the app and saves its state" .. place, function(t)
    local app = launch(t, { size = { 40, 14 }, isolated = isolated })
    app:tap "field"
    app:type "draft"
    app:key "ctrl+q"
    t:expect(app:events()):contains "app willTerminate"
    t:expect(function() app:screen() end):fails "not running"
    app:relaunch()
    t:expect(app:screen()):contains "draft"
  end)
end

test.case("the key that suspends sends the app to the background", function(t)
  local app = launch(t)
  app:key "ctrl+z"
  t:expect(app:events()):contains "app didEnterBackground"
  for _, step in ipairs {
    function() app:key "ctrl+z" end, function() app:key "ctrl+q" end, function() app:click(1, 1) end,
    function() app:paste "x" end,
  } do
    t:expect(step):fails "in the background"
  end
  app:foreground()
  app:tap "Do nothing"
end)

test.case("Control-C quits when it is pressed twice with no selection", function(t)
  local app = launch(t)
  app:key "ctrl+c"
  t:expect(app:screen()):contains "again to quit"
  app:key "tab"
  t:expect(app:screen()):never():contains "again to quit"
  app:key "ctrl+c"
  app:advance(10)
  app:key "ctrl+c"
  t:expect(app:screen()):contains "hello"
  app:key "ctrl+c"
  t:expect(app:events()):contains "app willTerminate"
  t:expect(function() app:key "tab" end):fails "not running"
end)

test.case("Control-C asks again after text was typed, and in a new process", function(t)
  local app = launch(t)
  app:tap "field"
  app:key "ctrl+c"
  app:type "x"
  t:expect(app:screen()):never():contains "again to quit"
  app:key "ctrl+c"
  t:expect(app:screen()):contains "again to quit"
  app:kill()
  app:relaunch()
  app:key "ctrl+c"
  t:expect(app:screen()):contains "again to quit"
end)

test.case("Control-C does not quit after a text was copied", function(t)
  local app = launch(t)
  app:tap "field"
  app:type "some"
  app:key "alt+a"
  for _ = 1, 3 do app:key "ctrl+c" end
  app:key "end"
  for _ = 1, 3 do app:key "ctrl+c" end
  t:expect(app:screen()):contains "Copied"
end)

test.case("keys that need a terminal are errors", function(t)
  local app = launch(t)
  t:expect(function() app:key "f12" end):fails "host%-keys.test.lua:%d+: the key \"f12\" opens the Lua prompt.*app:eval"
  t:expect(function() app:key "f11" end):fails "host%-keys.test.lua:%d+: the key \"f11\" is luahost's own"
  t:expect(function() app:key "f9" end):fails "terminal"
end)

test.case("the saves can be opened and closed by their key", function(t)
  local app = launch(t, { size = { 80, 24 } })
  app:key "f10"
  t:expect(app:screen()):contains "Return to this save"
  app:key "escape"
  t:expect(app:screen()):contains "hello"
end)

test.case("a control character is no key, and the error names the key that types it", function(t)
  local app = launch(t)
  t:expect(function() app:key "\n" end):fails([[unknown key "\n"; write "enter"]])
  for character, name in pairs { ["\n"] = "enter", ["\r"] = "enter", ["\t"] = "tab", ["\27"] = "escape", ["\127"] = "backspace" } do
    t:expect(function() app:key(character) end):fails(name)
  end
  t:expect(function() app:key "\1" end):fails "unknown key"
end)

test.case("a click or drag outside of the screen is an error", function(t)
  local app = launch(t)
  for _, cell in ipairs { { 0, 1 }, { 1, 0 }, { 41, 1 }, { 1, 15 }, { -3, 2 } } do
    local message = ("column %d, row %d is outside the screen, which has 40 columns and 14 rows"):format(cell[1], cell[2])
    t:expect(function() app:click(cell[1], cell[2]) end):fails(message)
    t:expect(function() app:drag(1, 1, cell[1], cell[2]) end):fails(message)
    t:expect(function() app:drag(cell[1], cell[2], 1, 1) end):fails(message)
  end
  t:expect(function() app:click(math.maxinteger, 1) end):fails "out of range"
  t:expect(function() app:click(1, 1, 4) end):fails "button: expected 1"
  app:click(40, 14)
end)

test.case("a paste needs a focused view that takes text", function(t)
  local app = launch(t)
  app:tap "Do nothing"
  t:expect(function() app:paste "text" end):fails "no view accepts the text \"text\""
  app:tap "field"
  app:paste "text"
  t:expect(app:screen()):contains "text"
end)

test.case("an error of select says what can be selected", function(t)
  local app = launch(t)
  t:expect(function() app:select("label", 1) end):fails
    '"label" is a Label and has no rows or choices; on the screen, rows or choices can be selected in "list" (TableView), "main/<RadioGroup>" (RadioGroup)'
  t:expect(function() app:select("nothing", 1) end):fails 'has the identifier "nothing"; on the screen, rows or choices'
  t:expect(function() app:select("list", "banana") end):fails "row: expected an integer"
  t:expect(function() app:select("list", 3) end):fails '"list" has no row 3; the number of rows is 2'
  t:expect(function() app:select("list", 0) end):fails '"list" has no row 0'
  t:expect(function() app:select("list", 1, 2) end):fails '"list" has no section 2'
  t:expect(function() app:select("main/<RadioGroup>", 1, 2) end):fails "has no section 2"
  app:select("main/<RadioGroup>", 3)
end)
