-- Steps through the example apps, for restarts.test.lua. They find their way by what is on the screen, never by an
-- identifier, so that they are the same in an app that has lost one.

-- Returns the cell where a text begins, counted from 1; nil if it is not on the screen. The last one if asked.
local function find(app, text, isLast)
  local row, found = 0, nil
  for line in (app:screen() .. "\n"):gmatch "(.-)\n" do
    row = row + 1
    local from = 1
    while true do
      local first, last = line:find(text, from, true)
      if not first then break end
      found = { utf8.len(line:sub(1, first - 1)) + 1, row }
      if not isLast then return found end
      from = last + 1
    end
  end
  return found
end

local function click(text, right, isLast)
  return function(app)
    local cell = find(app, text, isLast) or error("not on the screen: " .. text, 0)
    app:click(cell[1] + (right or 0), cell[2])
  end
end
local function tab(title) return click(title, 0, true) end
local function type(text) return function(app) app:type(text) end end
local function key(...)
  local names = { ... }
  return function(app) for _, name in ipairs(names) do app:key(name) end end
end
local function advance(seconds) return function(app) app:advance(seconds) end end
-- A step that notifies the user, which is not restored.
local function noticed(step)
  return function(app)
    step(app)
    app:advance(5)
  end
end
local function wait(text, next)
  return function(app)
    if next then next(app) end
    app:waitFor(function() return app:screen():find(text) ~= nil end, 3)
  end
end

local function file(...)
  local path = os.tmpname()
  local lines = assert(io.open(path, "w"))
  for _, line in ipairs { ... } do lines:write(line, "\n") end
  lines:close()
  return path
end

local walks = {
  delegate = {
    { size = { 50, 12 }, click "Cherry", key "escape", key("down", "enter"), key "escape" },
  },
  downloads = {
    {
      size = { 90, 20 }, click("Address", 9), type "http://127.0.0.1:9/a.bin", wait("a.bin.-no response", key "enter"),
      type "http://127.0.0.1:9/b.bin", wait("b.bin.-no response", key "enter"), advance(1), click "b.bin", key "x",
      wait("c.bin.-no response", function(app)
        click("Address", 9)(app)
        app:type "http://127.0.0.1:9/c.bin"
        app:key "enter"
      end), advance(1), click "c.bin", click("Address", 9), type "http://127",
    },
  },
  feeds = {
    {
      size = { 90, 20 },
      options = function() return { feeds = { os.getenv("FORESIGHT_APP"):match "^(.*)%.lua$" .. "/example.xml" } } end,
      click "Example feed", key("down", "m"), key "enter", key "pagedown", key "escape", tab "Unread", click "Filter", type "th",
      key("enter", "b"), key "x", tab "Cancel", key "a", type "ht",
    },
    {
      size = { 40, 12 },
      options = function() return { feeds = { os.getenv("FORESIGHT_APP"):match "^(.*)%.lua$" .. "/example.xml" } } end,
      click "Example feed", click "The third", key "n", key "escape", key "M", key "escape", key "x", tab "Remove",
    },
  },
  gallery = {
    {
      size = { 80, 30 }, click("Text field", 16), type "Ada Lovelace", key("ctrl+left", "shift+right"),
      click("Search bar", 18), type "needle", click("Select with", 8),
      type "more", key("end", "enter", "x"), tab "Values", tab "Text",
    },
    {
      size = { 80, 30 }, tab "Values", click "━● on", click "Remember me", click("Slider", 40),
      click("-   +", 4), tab "Text", tab "Values",
    },
    {
      size = { 80, 30 }, tab "Choices", click "Month", click("Date", 16), key("up", "right", "down"), click("Time", 16),
      key("0", "7", "4"), click "15", click "Mokka", click("medium"), tab "Text", tab "Choices",
    },
    {
      size = { 80, 30 }, tab "Tables", click "Bee", click "Elk", click "Add", click "row 5", key("end", "pageup"),
      click "Edit", tab "Text", tab "Tables", click "Done", click "Sort",
    },
    { size = { 80, 30 }, tab "Looking", click "Line 3", key "pagedown", key "down", tab "Text", tab "Looking" },
    {
      size = { 80, 30 }, tab "Containers", function(app)
        click "Ask"(app)
        click "Yes"(app)
      end, click "Turn pages", key "pagedown", tab "Text", tab "Containers", key "escape",
    },
    {
      size = { 80, 30 }, tab "Numbers", click "much", click "More", click "More", click "sound", function(app)
        click "horizontal"(app)
        app:key "down"
        app:key "enter"
      end, tab "Text", tab "Numbers", click "More",
    },
    {
      size = { 80, 30 }, tab "DataGrid", click "Bread", key("right", "f2"), type "0", key "enter", click "Good", click "Good",
      click "Bread: 30", tab "Text", tab "DataGrid", key "down",
    },
  },
  gitlog = {
    {
      size = { 100, 24 }, options = function() return { repository = os.getenv "FORESIGHT_REPOSITORY" } end,
      isAsynchronous = true, wait "%d commits ?\n", click "Author", wait("line 3[02]", click "Change 30"),
      key "pagedown", key "escape", tab "Branches", wait("side", key "down"), wait("21 commits", click "side"),
    },
    {
      size = { 100, 16 }, options = function() return { repository = os.getenv "FORESIGHT_REPOSITORY" } end,
      isAsynchronous = true, wait "%d commits ?\n", click "Change 30", key "escape", key "end",
    },
  },
  homepwner = {
    {
      size = { 60, 16 },
      options = function() return { file = file("1\tChair\t10\tnone", "2\tTable\t20\tnone", "3\tLamp\t30\tnone") } end,
      click "Table", click("Name", 6), type "!", click("Value", 6), type "5", click("Colour", 1, true), click "blue",
      click "Use it", click "Save", click "Lamp", key "escape", click "Edit",
    },
  },
  hypnonerd = {
    {
      size = { 40, 14 }, advance(0.5), tab "Reminder", click "2030", type "2031-01-01", click("off"), tab "Hypnotize",
      advance(0.5), tab "Reminder", tab "Hypnotize",
    },
  },
  kanban = {
    {
      size = { 80, 20 }, key "n", type "Oak", click "Notes", type "a tree", key "ctrl+s", click "Oak", type "!", key "escape",
      tab "Discard", key "alt+right", key "d", noticed(tab "Delete"), noticed(key "u"), key "n", type "Half", click "Notes",
      type "of it", key "ctrl+s", key "f", type "ha", key "enter", key "alt+left", key "enter", key("ctrl+a", "shift+right"),
    },
    { size = { 40, 12 }, key "n", type "One", key "ctrl+s", noticed(key "u"), noticed(key "U"), key "n", click "Notes" },
  },
  notes = {
    {
      size = { 90, 24 }, function(app)
        app:key "n"
        app:type "Plants"
        app:key "enter"
      end, function(app)
        app:key "N"
        app:type "Trees"
        app:key "enter"
      end, click "Write in", type "# Oaks", type " are old", click "Preview", advance(2), click "Plants", key "left",
      key "right", click "Trees", click "Write", function(app) click "# Oaks"(app) app:key "end" app:type "!" end,
    },
  },
  pick = {
    {
      size = { 40, 12 }, options = function() return { items = { "apple", "pear", "peach", "plum" } } end, type "pe",
      key "left", type "l", key("backspace", "tab"), key "down",
    },
  },
  planets = {
    {
      size = { 100, 34 }, click "Diameter", click "Venus", click "Rocky", key "left", click "The eight",
      key "pagedown", click("Name", 1), type "Pluto", click("Diameter", 1, true), type "2377", function(app)
        click "Add"(app)
        -- Empty fields would show what they expect, which is not restored.
        click("Name", 1)(app)
        app:type "Io"
        click("Diameter", 1, true)(app)
        app:type "36"
      end, click "Pluto", function(app)
        -- More lines than the log shows.
        for _ = 1, 4 do
          for _, name in ipairs { "Venus", "Earth", "Mars" } do click(name)(app) end
        end
      end,
    },
    { size = { 100, 16 }, click "Mercury", key "end", key "up" },
  },
  sqlite = {
    {
      size = { 80, 20 }, isAsynchronous = true,
      options = function()
        local path = (os.getenv "TMPDIR" or "/tmp") .. "/plants.sqlite"
        os.remove(path)
        os.execute(([[sqlite3 %s "CREATE TABLE trees (name TEXT, height REAL);
          INSERT INTO trees VALUES ('Oak', 40), ('Rose', 3.5), ('Rowan', 15)"]]):format(path))
        return { file = path }
      end,
      wait "trees", wait("Oak.-Rowan", click "trees"), key("down", "right"), wait("Rose.-Rowan.-Oak", click "height"),
      click "Structure", click "Rows", key "v", key("escape", "escape"), tab "SQL", type "SELECT 2 AS two",
      wait("1 rows", key "enter"), key "up", type " ",
    },
  },
  stateapp = {
    {
      size = { 50, 14 }, tab "Second", click "Write some", type "hello", key("left", "left"), click "Press Me",
      key "escape", tab "First", tab "Second",
    },
  },
}

return walks
