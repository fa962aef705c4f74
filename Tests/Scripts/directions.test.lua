-- Text from right to left: displayed by Unicode's algorithm, while scripts see the order of the text.
local test = require "luahost.test"

local function reversed(word)
  local letters = {}
  for _, code in utf8.codes(word) do table.insert(letters, 1, utf8.char(code)) end
  return table.concat(letters)
end

local function launch(t) return t:launch("directions.lua", { size = { 20, 14 } }) end

test.case("labels are aligned to the side where they begin, with brackets mirrored", function(t)
  local app = launch(t)
  local lines = {}
  for line in (app:screen() .. "\n"):gmatch "(.-)\n" do lines[#lines + 1] = line end
  t:expect(lines[1]):equals((" "):rep(12) .. "(1) " .. reversed "שלום")
  t:expect(lines[2]):equals("plain " .. reversed "שלום")
  t:expect(lines[3]):equals(reversed "אבג")
end)

test.case("titles are tapped by their text", function(t)
  local app = launch(t)
  t:expect(app:screen()):contains(reversed "שמור")
  app:tap "שמור"
  t:expect(app:screen()):contains "saved"
end)

test.case("columns stay where they are", function(t)
  local app = launch(t)
  t:expect(app:screen()):contains(reversed "תפוח" .. (" "):rep(10) .. "3")
  t:expect(app:screen()):contains(reversed "אגס" .. (" "):rep(10) .. "12")
end)

test.case("a field keeps the order of the text, and arrow keys move by what is displayed", function(t)
  local app = launch(t)
  app:tap "field"
  app:type "שלום abc"
  local field = app:find "field"
  t:expect(field.text):equals "שלום abc"
  t:expect(app:screen()):contains("abc " .. reversed "שלום")
  app:key "home"
  app:key "left"
  t:expect(field.selectedRange.location):equals(2)
  app:type "א"
  t:expect(field.text):equals "שאלום abc"
  app:key "right"
  t:expect(field.selectedRange.location):equals(2)
  app:kill()
  app:relaunch()
  t:expect(app:find("field").text):equals "שאלום abc"
  t:expect(app:find("field").selectedRange.location):equals(2)
end)

test.case("a search finds text from right to left", function(t)
  local app = launch(t)
  app:tap "page"
  app:key "/"
  app:type "גדול"
  app:key "enter"
  t:expect(app:screen()):contains(reversed "עולם גדול")
  t:expect(app:screen()):never():contains "not found"
end)

test.everywhere("text from right to left survives", "directions.lua", { size = { 40, 12 } }, function(app)
  app:tap "field"
  app:type "שלום (1)"
  app:key "left"
  app:key "shift+right"
end)
