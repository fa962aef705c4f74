local test = require "luahost.test"

local files = {}

test.after(function()
  for _, path in ipairs(files) do os.remove(path) end
  files = {}
end)

-- Returns the path of a file with this text, which is removed after the case.
local function file(text)
  local path = os.tmpname()
  local handle = assert(io.open(path, "w"))
  handle:write(text)
  handle:close()
  files[#files + 1] = path
  return path
end

local function read(path)
  local handle = assert(io.open(path, "rb"))
  local text = handle:read "a"
  handle:close()
  return text
end

-- Returns the text of the board's file in the app's own folder.
local function stored(app)
  return app:eval "local file = assert(io.open(app.filesDirectory .. '/board.json')) return file:read 'a'"
end

local function launch(t, path) return t:launch("kanban.lua", { options = path and { file = path } }) end

local function add(app, title, notes)
  app:key "n"
  app:type(title)
  if notes then
    app:tap "notes"
    app:type(notes)
  end
  app:key "ctrl+s"
end

-- Returns the titles of the shown cards, column by column: "One,Two|Three|".
local function board(app)
  return app:eval [[
    local columns = {}
    for number, column in ipairs(app.screen.columns) do
      local titles = {}
      for row, card in ipairs(column.shown) do titles[row] = card.title end
      columns[number] = table.concat(titles, ",")
    end
    return table.concat(columns, "|")
  ]]
end

test.case("new cards come last in the focused column, and are in the file at once", function(t)
  local app = launch(t)
  t:expect(app:screen()):contains "No cards"
  add(app, "One", "some notes")
  add(app, "Two")
  app:key "right"
  add(app, "Three")
  t:expect(board(app)):equals "One,Two|Three|"
  t:expect(app:screen()):contains "To do 2"
  t:expect(app:screen()):contains "≡"
  t:expect(stored(app)):contains '"title":"Three"'
  t:expect(app):isSound()
end)

test.case("cards move within a column and between columns, with the focus", function(t)
  local app = launch(t)
  for _, title in ipairs { "One", "Two", "Three" } do add(app, title) end
  local steps = {
    { "alt+up", "One,Three,Two||" }, { "alt+up", "Three,One,Two||" }, { "alt+up", "Three,One,Two||" },
    { "alt+right", "One,Two|Three|" }, { "alt+right", "One,Two||Three" }, { "alt+right", "One,Two||Three" },
    { "alt+left", "One,Two|Three|" }, { "alt+left", "One,Two,Three||" },
  }
  for _, step in ipairs(steps) do
    app:key(step[1])
    t:expect(board(app)):equals(step[2])
  end
  t:expect(app:find("column1").focusedIndexPath):equals { section = 1, row = 3 }
end)

test.case("the half-typed text of a new card survives two kills, and goes to its column", function(t)
  local app = launch(t)
  app:key "right"
  app:key "n"
  app:type "Buy mi"
  app:tap "notes"
  app:type "two bott"
  for _ = 1, 2 do
    app:kill()
    app:relaunch()
  end
  app:type "les"
  t:expect(app:screen()):contains "Buy mi"
  app:key "ctrl+s"
  t:expect(board(app)):equals "|Buy mi|"
  app:key "enter"
  t:expect(app:find("notes").text):equals "two bottles"
end)

test.case("Escape discards a changed text only after a question, which is restored", function(t)
  local app = launch(t)
  add(app, "One")
  app:key "enter"
  app:key "escape"
  t:expect(app:screen()):contains "To do 1"
  app:key "enter"
  app:type "!"
  app:key "escape"
  t:expect(app:screen()):contains "Discard the changes?"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "Discard the changes?"
  app:key "escape"
  t:expect(app:find("title").text):equals "One!"
  app:key "escape"
  app:tap "Discard"
  t:expect(board(app)):equals "One||"
end)

test.case("a card needs a title", function(t)
  local app = launch(t)
  app:key "n"
  app:type "  "
  app:key "enter"
  t:expect(app:screen()):contains "a card needs a title"
  t:expect(app:find("title").isFirstResponder):isTrue()
end)

test.case("a card is deleted after a confirmation, which is restored, and undo returns it to its place", function(t)
  local app = launch(t)
  for _, title in ipairs { "One", "Two", "Three" } do add(app, title, "notes of " .. title) end
  app:key "up"
  app:key "d"
  t:expect(app:screen()):contains "Delete “Two”?"
  app:kill()
  app:relaunch()
  app:tap "Delete"
  t:expect(board(app)):equals "One,Three||"
  app:kill()
  app:relaunch()
  app:key "u"
  t:expect(board(app)):equals "One,Two,Three||"
  app:key "enter"
  t:expect(app:find("notes").text):equals "notes of Two"
end)

test.case("a cancelled deletion deletes nothing", function(t)
  local app = launch(t)
  add(app, "One")
  app:key "d"
  app:key "enter"
  t:expect(board(app)):equals "One||"
end)

test.case("all changes can be undone and redone, also after a kill", function(t)
  local app = launch(t)
  add(app, "One")
  add(app, "Two")
  app:key "alt+right"
  app:key "enter"
  app:type "!"
  app:key "enter"
  local states = { "One|Two!|", "One|Two|", "One,Two||", "One||", "||" }
  for index = 2, #states do
    app:key "u"
    t:expect(board(app)):equals(states[index])
  end
  app:key "u"
  t:expect(app:screen()):contains "nothing is to be undone"
  app:kill()
  app:relaunch()
  for index = #states - 1, 1, -1 do
    app:key "U"
    t:expect(board(app)):equals(states[index])
  end
  -- A new change ends what can be redone.
  app:key "u"
  add(app, "Three")
  app:key "U"
  t:expect(app:screen()):contains "nothing is to be redone"
end)

test.case("a search shows the matching cards of all columns, and is restored with the focused one", function(t)
  local app = launch(t)
  add(app, "Oak", "a tree")
  add(app, "Rose")
  add(app, "Ash", "another Tree")
  app:key "alt+right"
  app:key "f"
  app:type "tree"
  t:expect(board(app)):equals "Oak|Ash|"
  t:expect(app:screen()):contains "To do 1/2"
  app:key "enter"
  app:key "right"
  app:kill()
  app:relaunch()
  t:expect(board(app)):equals "Oak|Ash|"
  t:expect(app:find("column2").isFirstResponder):isTrue()
  -- A card passes hidden ones.
  app:key "alt+left"
  app:key "alt+up"
  app:key "f"
  app:key "escape"
  t:expect(board(app)):equals "Ash,Oak,Rose||"
end)

test.case("the board of a file has its own columns; the state of another board is not restored", function(t)
  local other = file [[{ "columns": [ { "title": "Later", "cards": [ { "id": 7, "title": "Rest", "notes": "" } ] } ], "last": 7 }]]
  local app = launch(t, other)
  t:expect(app:screen()):contains "Later 1"
  app:key "enter"
  app:type "!"
  app:relaunch { options = { file = file [[{ "columns": [ { "title": "Now", "cards": [] } ] }]] } }
  t:expect(app:screen()):contains "Now 0"
  app:relaunch { options = { file = other } }
  t:expect(board(app)):equals "Rest"
end)

test.case("a file that is not a board is named, and not changed", function(t)
  local path = file "{ not a board"
  t:expect(function() launch(t, path) end):fails "is not a board"
  t:expect(read(path)):equals "{ not a board"
end)

test.case("a card whose sheet was open is closed if another program has removed it", function(t)
  local path = file [[{ "columns": [ { "title": "Now", "cards": [ { "id": 1, "title": "Rest", "notes": "" } ] } ], "last": 1 }]]
  local app = launch(t, path)
  app:key "enter"
  app:kill()
  local handle = assert(io.open(path, "w"))
  handle:write [[{ "columns": [ { "title": "Now", "cards": [] } ], "last": 1 }]]
  handle:close()
  app:relaunch()
  t:expect(app:screen()):contains "Now 0"
end)

test.case("a board as it looks in a wide and a narrow terminal", function(t)
  local app = launch(t)
  for _, title in ipairs { "Write the manual", "Draw an icon", "Choose a name", "Ask three users" } do add(app, title) end
  app:key "alt+right"
  add(app, "Test on a slow line", "300 baud")
  app:key "alt+right"
  app:key "left"
  t:expect(app):matchesSnapshot "board"
  app:resize(40, 12)
  t:expect(app):matchesSnapshot "narrow"
end)

test.everywhere("cards, their order and half-typed text are never lost", "kanban.lua", {
  size = { 60, 14 }, events = { "kill", "background", "relaunch", "resize" },
}, function(app, t)
  add(app, "One")
  add(app, "Two", "notes")
  app:key "alt+right"
  app:key "d"
  app:tap "Delete"
  app:key "u"
  app:key "f"
  app:type "two"
  app:key "enter"
  app:key "enter"
  app:type "!"
  app:key "escape"
  app:tap "Discard"
  t:expect(board(app)):equals "|Two|"
end)
