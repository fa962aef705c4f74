local test = require "luahost.test"

local function add(app, title, key)
  app:key(key or "n")
  app:type(title)
  app:key "enter"
end

local function files(app, name)
  return app:eval("local file = io.open(app.filesDirectory .. '/' .. ..., 'rb') return file and file:read 'a'", name)
end

-- Notes as an outline shows them.
local function launch(t)
  local app = t:launch("notes.lua", { size = { 90, 24 } })
  return app
end

test.case("notes are written to files of their own, and can be nested", function(t)
  local app = launch(t)
  t:expect(app:screen()):contains "No notes yet"
  add(app, "Plants")
  add(app, "Trees", "N")
  app:tap "text"
  app:type "# Oaks\n\nThey are *old*."
  app:advance(2)
  t:expect(files(app, "2.md")):equals "# Oaks\n\nThey are *old*."
  app:tap "Preview"
  t:expect(app:screen()):contains "They are old."
  t:expect(app:screen()):contains "Plants"
end)

test.case("unsaved text is restored after a kill", function(t)
  local app = launch(t)
  add(app, "One")
  app:tap "text"
  app:type "half a th"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "half a th"
  t:expect(files(app, "1.md")):isNil()
  app:advance(2)
  t:expect(files(app, "1.md")):equals "half a th"
end)

-- Returns the titles of the outline from top to bottom, with their nesting.
local function outline(app)
  return app:eval [[
    local lines = {}
    local function add(note, indent)
      for _, child in ipairs(note.children) do
        lines[#lines + 1] = indent .. child.title
        add(child, indent .. " ")
      end
    end
    add(app.store.root, "")
    return table.concat(lines, "\n")
  ]]
end

test.case("deleting, moving and renaming can be undone and redone", function(t)
  local app = launch(t)
  for _, title in ipairs { "One", "Two", "Three" } do add(app, title) end
  t:expect(outline(app)):equals "One\nTwo\nThree"
  local steps = {
    { "alt+up", "One\nThree\nTwo" }, { "alt+right", "One\n Three\nTwo" }, { "d", "One\nTwo" },
  }
  for _, step in ipairs(steps) do
    app:key(step[1])
    t:expect(outline(app)):equals(step[2])
  end
  app:key "u"
  t:expect(outline(app)):equals "One\n Three\nTwo"
  app:key "u"
  app:key "u"
  t:expect(outline(app)):equals "One\nTwo\nThree"
  for _ = 1, 3 do app:key "U" end
  t:expect(outline(app)):equals "One\nTwo"
  app:key "U"
  t:expect(app:screen()):contains "nothing to redo"
end)

test.case("a deleted note is closed, and undo restores its text", function(t)
  local app = launch(t)
  add(app, "One")
  app:tap "text"
  app:type "words"
  app:advance(2)
  app:tap "outline"
  app:key "d"
  t:expect(app:find("text").isEnabled):isFalse()
  app:key "u"
  app:key "enter"
  t:expect(app:find("text").text):equals "words"
end)

test.case("nothing is lost by a kill after any step", function(t)
  local app = launch(t)
  local function again()
    app:kill()
    app:relaunch()
  end
  add(app, "Plants")
  again()
  add(app, "Trees", "N")
  again()
  app:tap "text"
  again()
  app:type "Oak"
  again()
  app:type " and ash"
  again()
  t:expect(app:screen()):contains "Oak and ash"
  t:expect(outline(app)):equals "Plants\n Trees"
  app:tap "Preview"
  again()
  t:expect(app:screen()):contains "Oak and ash"
  t:expect(app:find("mode").selectedSegmentIndex):equals(2)
end)

test.case("expanded, selected and focused notes are restored", function(t)
  local app = launch(t)
  add(app, "Plants")
  add(app, "Trees", "N")
  app:tap "outline"
  app:key "left"
  app:key "left"
  t:expect(app:screen()):never():contains "Trees"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "Plants"
  app:tap "outline"
  app:key "right"
  t:expect(app:screen()):contains "Trees"
end)

test.case("a note is shown as Markdown", function(t)
  local app = launch(t)
  for _, title in ipairs { "Plants", "Recipes" } do add(app, title) end
  app:tap "Plants"
  add(app, "Trees", "N")
  add(app, "Oak")
  app:tap "text"
  app:type [[
# Oak

An oak can become **a thousand** years old, and is

- a home for *hundreds* of insects,
- hard: 0.75 g/cm³, [by some](https://example.org/wood)

| Kind | Height |
|------|-------:|
| Common oak | 40 m |
| Holm oak | 25 m |

> Great oaks from little acorns grow.
]]
  app:tap "Preview"
  t:expect(app):matchesSnapshot "preview"
end)

test.everywhere("notes and their order are never lost", "notes.lua", { size = { 90, 24 } }, function(app, t)
  add(app, "One")
  app:tap "text"
  app:type "an *oak*"
  app:tap "Preview"
  app:tap "outline"
  add(app, "Two", "N")
  app:key "alt+left"
  t:expect(outline(app)):equals "One\nTwo"
  -- The focused control of the editor is disabled while no note is open.
  app:key "d"
  app:key "u"
  app:key "enter"
  app:key "d"
  app:tap "One"
  app:tap "mode"
end)
