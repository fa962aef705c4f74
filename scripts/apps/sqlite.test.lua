local test = require "luahost.test"

-- Both ways to a database are tried, as far as they are installed.
local ways = {}
if pcall(require, "luasql.sqlite3") then ways[#ways + 1] = { name = "a driver", options = {} } end
if os.execute "command -v sqlite3 >/dev/null" then ways[#ways + 1] = { name = "the command", options = { driver = "none" } } end
if #ways == 0 then test.case("databases (skipped: apt-get install sqlite3)", function() end) end

local files = {}

test.after(function()
  for _, path in ipairs(files) do os.remove(path) end
  files = {}
end)

local function launch(t, way, options)
  local all = {}
  for name, value in pairs(way.options) do all[name] = value end
  for name, value in pairs(options or {}) do all[name] = value end
  return t:launch("sqlite.lua", { size = options and options.size or { 80, 20 }, options = all })
end

-- Opens the table of plants in the example.
local function openPlants(app)
  app:waitFor "plants"
  app:tap "plants"
  app:waitFor "Common oak"
end

-- Runs a statement at the prompt, and waits for a text.
local function run(app, statement, text)
  app:tap "statement"
  app:type(statement)
  app:key "enter"
  app:waitFor(text)
end

-- Adds a case for each way to a database.
local function case(name, body)
  for _, way in ipairs(ways) do
    test.case(name .. " (by " .. way.name .. ")", function(t) body(t, way) end)
  end
end

case("tables and views are listed, and a table is shown with its structure", function(t, way)
  local app = launch(t, way)
  app:waitFor "tall_plants"
  t:expect(app:screen()):matches "Tables.*families.*plants.*Views.*tall_plants"
  openPlants(app)
  t:expect(app:screen()):contains "NULL"
  t:expect(app:screen()):contains "rows 1–7"
  t:expect(app):matchesSnapshot "rows"
  app:tap "Structure"
  app:waitFor "CREATE TABLE plants (id INTEGER PRIMARY KEY"
  t:expect(app:screen()):contains "CREATE INDEX plants_by_family"
  app:kill()
  app:relaunch()
  app:waitFor "CREATE INDEX plants_by_family"
  t:expect(app):isSound()
end)

case("the cell cursor is restored after a kill, and a cell is edited in place", function(t, way)
  local app = launch(t, way)
  openPlants(app)
  for _, key in ipairs { "down", "down", "right", "right" } do app:key(key) end
  app:kill()
  app:relaunch()
  app:waitFor "European beech"
  t:expect(app:find("tabs/nav/rows/rows").focusedIndexPath):equals { section = 1, row = 3 }
  t:expect(app:find("tabs/nav/rows/rows").focusedColumn):equals(3)
  app:key "enter"
  app:key "ctrl+u"
  app:type "46.5"
  -- Half-typed text survives, too.
  app:kill()
  app:relaunch()
  app:waitFor "European beech"
  app:key "enter"
  app:waitFor "46.5"
  app:tap "SQL"
  run(app, "SELECT height * 2 FROM plants WHERE id = 3", "93.0")
end)

case("an invalid value is refused by the database, and the cell shows the old one again", function(t, way)
  local app = launch(t, way)
  openPlants(app)
  app:key "right"
  app:key "x"
  app:waitFor "NOT NULL constraint failed: plants.name"
  app:waitFor "Common oak"
  t:expect(app:screen()):contains "Holm oak"
  app:key "right"
  app:key "x"
  app:waitFor(function() return select(2, app:screen():gsub("NULL", "")) >= 3 end)
end)

case("rows are sorted by the database, also after a kill", function(t, way)
  local app = launch(t, way)
  openPlants(app)
  app:tap "height"
  app:waitFor(function() return app:screen():find "Unknown.*Dog rose.*Rowan.*Holm oak" ~= nil end)
  app:kill()
  app:relaunch()
  app:waitFor "Dog rose"
  t:expect(app:screen()):matches "Unknown.*Dog rose.*Rowan.*Holm oak"
  app:tap "height"
  app:waitFor(function() return app:screen():find "European beech.*Common oak.*Scots pine" ~= nil end)
end)

case("long tables are read page by page; the page is restored", function(t, way)
  local app = launch(t, way)
  app:waitFor "plants"
  app:tap "SQL"
  run(app, "CREATE TABLE many AS WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) SELECT i FROM n", "done")
  app:tap "Tables"
  app:waitFor "many"
  app:tap "many"
  app:waitFor "rows 1–500 …"
  app:key "n"
  app:waitFor "rows 501–1,000 …"
  app:key "n"
  app:waitFor "rows 1,001–1,200"
  app:key "n"
  app:kill()
  app:relaunch()
  app:waitFor "rows 1,001–1,200"
  t:expect(app:screen()):contains "1001"
  app:key "p"
  app:waitFor "rows 501–1,000 …"
end)

case("the prompt runs statements, shows errors, and restores rows, history and half-typed text", function(t, way)
  local app = launch(t, way)
  app:waitFor "plants"
  app:tap "SQL"
  run(app, "SELECT name, 'it''s, ' || name AS quoted FROM families", "it's, Beech")
  run(app, "SELEC", 'near "SELEC": syntax error')
  run(app, ".shell echo", "syntax error")
  run(app, "INSERT INTO families VALUES (4, 'Birch')", "done: INSERT")
  run(app, "SELECT name FROM families;", "Birch")
  app:type "SELECT hal"
  app:kill()
  app:relaunch()
  app:waitFor "Birch"
  t:expect(app:screen()):contains "4 rows: SELECT name FROM families"
  t:expect(app:screen()):contains "SELECT hal"
  t:expect(app):matchesSnapshot "prompt"
  app:key "up"
  app:key "up"
  t:expect(app:find("statement").text):equals "INSERT INTO families VALUES (4, 'Birch')"
  app:kill()
  app:relaunch()
  t:expect(app:find("statement").text):equals "INSERT INTO families VALUES (4, 'Birch')"
  app:key "down"
  app:key "down"
  t:expect(app:find("statement").text):equals "SELECT hal"
end)

case("a statement is not run again after a kill if it changes anything", function(t, way)
  if #ways == 1 and not way.options.driver then return end -- the driver alone runs no such statement
  local app = launch(t, way)
  app:waitFor "plants"
  app:tap "SQL"
  run(app, "INSERT INTO families(name) VALUES ('Birch') RETURNING name", "1 rows: INSERT")
  app:kill()
  app:relaunch()
  app:waitFor "readonly database"
  run(app, "SELECT count(*) || ' families' FROM families", "4 families")
end)

case("a long statement delays no key, and can be cancelled", function(t, way)
  local app = launch(t, way)
  app:waitFor "plants"
  app:tap "SQL"
  app:type "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) SELECT max(i) FROM n\n"
  app:waitFor "running: WITH"
  app:type "SELECT 1"
  t:expect(app:find("statement").text):equals "SELECT 1"
  app:key "ctrl+x"
  t:expect(app:screen()):contains "cancelled: WITH"
  app:key "enter"
  app:waitFor "1 rows: SELECT 1"
end)

case("binary values, newlines and NULL are distinguished; a value is shown in a pager", function(t, way)
  local app = launch(t, way)
  app:waitFor "plants"
  app:tap "SQL"
  run(app, "SELECT x'00ff' AS a, 'one' || char(10) || 'two' AS b, NULL AS c, 'NULL' AS d, -1.5e300 AS e, '' AS f", "1 rows")
  t:expect(app:screen()):contains "blob, 2 B"
  t:expect(app:screen()):contains "one␤two"
  t:expect(app:screen()):contains "-1.5e+300"
  app:tap "result"
  app:key "right"
  app:key "v"
  t:expect(app:screen()):contains "one\ntwo"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "one\ntwo"
end)

case("a file that is not a database is named", function(t, way)
  local path = os.tmpname()
  files[#files + 1] = path
  local file = assert(io.open(path, "w"))
  file:write(("not a database "):rep(100))
  file:close()
  launch(t, way, { file = path }):waitFor "file is not a database"
  launch(t, way, { file = "/nowhere.sqlite" }):waitFor "No such file"
end)

case("tables, rows and the prompt in a narrow terminal", function(t, way)
  local app = launch(t, way, { size = { 40, 12 } })
  app:waitFor "tall_plants"
  t:expect(app):matchesSnapshot "narrow tables"
  openPlants(app)
  t:expect(app):matchesSnapshot "narrow rows"
end)

test.case("without a driver and a command, the app names the packages to install", function(t)
  local app = t:launch("sqlite.lua", { options = { driver = "none", command = "no-such-command" } })
  app:waitFor "install one of these packages: lua-sql-sqlite3, sqlite3"
end)

if ways[1] then
  test.everywhere("the table, the cell, the order and the prompt are never lost", "sqlite.lua", {
    size = { 80, 16 }, events = { "kill", "relaunch" }, options = ways[1].options,
  }, function(app)
    openPlants(app)
    app:key "down"
    app:key "right"
    app:tap "name"
    app:waitFor "Unknown"
    app:tap "Structure"
    app:tap "Rows"
    app:tap "SQL"
    app:type "SELECT 1 + 1 AS two"
    app:key "enter"
    app:waitFor "1 rows"
    app:key "up"
    app:type " "
  end)
end
