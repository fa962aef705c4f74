-- A SQLite database, by Lua's driver in a worker (Debian: lua-sql-sqlite3), or by the command sqlite3. Used by sqlite.lua.
--
-- Each statement has a connection of its own, so that nothing is left of one that was cancelled.

local ui = require "luahost"

local database = { driver = "luasql.sqlite3", command = "sqlite3", rowLimit = 500 }

local advice = "To read databases, install one of these packages: lua-sql-sqlite3, sqlite3"

-- Returns a value as a literal of SQL, and a name in quotes.
function database.literal(value)
  if value == nil then return "NULL" end
  if type(value) == "number" then return tostring(value) end
  return "'" .. value:gsub("'", "''") .. "'"
end
function database.name(name) return '"' .. name:gsub('"', '""') .. '"' end

-- Runs in the worker: returns the result, or false if there is no driver. One that is inside a statement cannot be stopped,
-- but nothing waits for it.
local function run(driver, path, isReadOnly, sql, limit)
  local isThere, module = pcall(require, driver)
  if not isThere then return false end
  local function check(value, message)
    if not value then error((message:gsub("^LuaSQL: ", "")), 0) end
    return value
  end
  local connection <close> = setmetatable({ open = check(module.sqlite3():connect(path)) }, {
    __close = function(self) self.open:close() end,
  })
  check(connection.open:execute "PRAGMA busy_timeout = 2000"):close()
  check(connection.open:execute("PRAGMA query_only = " .. (isReadOnly and 1 or 0)))
  local cursor = check(connection.open:execute(sql))
  local result = { names = {}, rows = {}, hasMore = false }
  if type(cursor) == "number" then return result end
  result.names = cursor:getcolnames()
  local row, message = cursor:fetch({}, "n")
  while row and #result.rows < limit do
    table.insert(result.rows, row)
    row, message = cursor:fetch({}, "n")
  end
  result.hasMore = row ~= nil
  cursor:close()
  if message then check(nil, message) end
  return result
end

-- Reads what the command writes: rows of literals, the first of which has the names.
local function parse(text, limit)
  local rows, row, count, place = {}, {}, 0, 1
  while place <= #text do
    local value, last
    if text:find("^'", place) then
      last = place
      repeat last = text:find("'", last + 1, true) + 1 until text:sub(last, last) ~= "'"
      value = text:sub(place + 1, last - 2):gsub("''", "'")
    elseif text:find("^X'", place) then
      last = text:find("'", place + 2, true) + 1
      value = text:sub(place + 2, last - 2):gsub("%x%x", function(byte) return string.char(tonumber(byte, 16)) end)
    else
      last = text:find("[,\n]", place)
      value = tonumber(text:sub(place, last - 1))
    end
    count = count + 1
    row[count] = value
    if text:sub(last, last) == "\n" then
      rows[#rows + 1] = row
      row, count = {}, 0
    end
    place = last + 1
  end
  local names = table.remove(rows, 1) or {}
  local hasMore = #rows > limit
  for place = #rows, limit + 1, -1 do rows[place] = nil end
  return { names = names, rows = rows, hasMore = hasMore }
end

local function runCommand(path, sql, isReadOnly)
  local isRunning, result = pcall(ui.run, {
    database.command, "-batch", "-bail", "-quote", "-header", "-cmd", ".timeout 2000", path,
    -- What begins with a dot would be a command.
    ("PRAGMA query_only = %d; %s"):format(isReadOnly and 1 or 0, sql),
  })
  if not isRunning then error(tostring(result):find "no such program" and advice or result, 0) end
  if result.status ~= 0 then
    local message = result.errors:match "^[^:\n]*: ([^\n]*)" or result.errors
    error((message:gsub("^in prepare, ", ""):gsub("^stepping, ", ""):gsub(" %(%d+%)$", "")), 0)
  end
  return parse(result.output, database.rowLimit)
end

local hasDriver -- unknown before the first statement

local function query(path, sql, isReadOnly)
  -- The driver runs a statement that changes and returns rows twice.
  if hasDriver ~= false and not sql:lower():find("returning", 1, true) then
    local worker = ui.Worker(run, database.driver, path, isReadOnly, sql, database.rowLimit)
    local _ <close> = setmetatable({}, { __close = function() worker:cancel() end })
    local result = worker:wait()
    hasDriver = result ~= false
    if result then return result end
  end
  return runCommand(path, sql, isReadOnly)
end

-- Returns the path of the database, which a driver would create if it were gone.
local function existing()
  local file, message = io.open(database.path)
  if not file then error(message, 0) end
  file:close()
  return database.path
end

-- Runs a statement, in a task: returns its result `{ names, rows, hasMore }` with as many rows as the limit, or raises its
-- error. One that is read-only cannot change the database.
function database.query(sql, isReadOnly)
  if database.changing then database.changing:wait() end
  return query(existing(), sql, isReadOnly == true)
end

-- Runs what changes the database, after the changes before it. Statements that are run later wait for it, so that none reads
-- what was there before an edit.
local function change(body)
  local before, task = database.changing, nil
  task = ui.task(function()
    if before then before:wait() end
    body()
    if database.changing == task then database.changing = nil end
  end)
  database.changing = task
end

-- Runs a statement that changes a value. Calls `finished` with the message of its error, or with nil.
function database.update(sql, finished)
  change(function()
    local isWritten, message = pcall(function() query(existing(), sql, false) end)
    finished(not isWritten and message or nil)
  end)
end

local example = {
  "CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, height REAL, family INTEGER REFERENCES families)",
  "CREATE TABLE families (id INTEGER PRIMARY KEY, name TEXT UNIQUE)",
  "CREATE INDEX plants_by_family ON plants (family)",
  "INSERT INTO families VALUES (1, 'Beech'), (2, 'Rose'), (3, 'Pine')",
  [[INSERT INTO plants VALUES (1, 'Common oak', 40, 1), (2, 'Holm oak', 25, 1), (3, 'European beech', 45, 1),
    (4, 'Dog rose', 3.5, 2), (5, 'Rowan', 15, 2), (6, 'Scots pine', 35, 3), (7, 'Unknown seedling', NULL, NULL)]],
  [[CREATE VIEW tall_plants AS SELECT plants.name, height, families.name AS family FROM plants JOIN families
    ON family = families.id WHERE height > 20 ORDER BY height DESC]],
}

function database.open(path) database.path = path end

-- Opens a small database, which is created if it does not exist. Statements wait for it.
function database.openExample(path)
  database.open(path)
  local file = io.open(path)
  if file then return file:close() end
  change(function()
    os.remove(path .. ".new")
    for _, statement in ipairs(example) do query(path .. ".new", statement, false) end
    os.rename(path .. ".new", path)
  end)
end

return database
