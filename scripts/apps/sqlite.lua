-- A browser for SQLite databases: tables and views, their rows in an editable grid, and a prompt for SQL.
--
--   luahost sqlite.lua -- [DATABASE]
--
-- Without DATABASE, a small example is created in the app's own files. No statement delays a key: each runs in a worker or in
-- a command. The archive has nothing of the database: what a screen shows is read again, by statements that cannot change
-- anything.

local ui = require "luahost"
local database = require "sqlite.database"
local Grid = require "sqlite.grid"

---------------------------------------------------------------------------------------------------------------------
-- A table or view: its rows, page by page, and its structure.

---@class sqlite.Rows : luahost.ViewController
---@field name string
---@field kind "table"|"view"
---@field page integer counted from 0
---@field order? { column: string, isAscending: boolean }
local Rows = ui.ViewController:subclass "RowsViewController"

function Rows:init() self.title, self.page = self.name, self.page or 0 end

function Rows:loadView()
  self.choice = ui.SegmentedControl {
    restorationIdentifier = "choice", segments = { "Rows", "Structure" }, selectedSegmentIndex = 1,
    onChange = function() self:showChoice() end,
  }
  self.problem = ui.Label { style = "error", isHidden = true }
  self.grid = Grid { restorationIdentifier = "rows", emptyText = "Reading …" }
  self.grid.edited = function(row, column, text) self:update(row, column, text) end
  self.grid.sorted = function(column, isAscending) self:sort(column, isAscending) end
  self.structure = ui.TextView { restorationIdentifier = "structure", isEditable = false, followsEnd = false, isHidden = true }
  self.view = ui.VStack { self.grid, self.structure, self.problem, self.choice }
end

function Rows:viewDidLoad()
  self.keyCommands = {
    { title = "Next rows", hint = "next", input = "n", action = function(self) self:turn(1) end },
    { title = "Previous rows", hint = "previous", input = "p", action = function(self) self:turn(-1) end },
    { title = "Show the value", hint = "value", input = "v", action = function(self) self.grid:showValue(self) end },
    { title = "Set to NULL", hint = "NULL", input = "x", action = "setNull" },
    { title = "Read again", hint = "reload", input = "r", action = "reload" },
  }
  self:reload()
end

function Rows:showChoice()
  local isStructure = self.choice.selectedSegmentIndex == 2
  self.grid.isHidden, self.structure.isHidden = isStructure, not isStructure
end

-- Shows the error of a statement, or none.
function Rows:report(message)
  self.problem.text, self.problem.isHidden = message or "", message == nil
end

function Rows:reload()
  if self.reading then self.reading:cancel() end
  self.reading = self:task(self.read)
  self:task(self.readStructure)
end

function Rows:read()
  local limit, name = database.rowLimit, database.name(self.name)
  local order = ""
  if self.order then
    order = (" ORDER BY %s %s"):format(database.name(self.order.column), self.order.isAscending and "ASC" or "DESC")
  end
  local rest = (" FROM %s%s LIMIT %d OFFSET %d"):format(name, order, limit + 1, self.page * limit)
  local isRead, result
  if self.kind == "table" then
    isRead, result = pcall(database.query, "SELECT rowid, *" .. rest, true)
    if isRead then
      -- The row number is the identity of a row, and not one of its columns.
      table.remove(result.names, 1)
      result.ids = {}
      for place, row in ipairs(result.rows) do
        result.ids[place] = row[1]
        table.move(row, 2, #result.names + 2, 1)
      end
    end
  end
  -- Views and some tables have no row numbers.
  if not isRead then isRead, result = pcall(database.query, "SELECT *" .. rest, true) end
  self:report(not isRead and result or nil)
  if not isRead then result = { names = {}, rows = {} } end
  self.grid.emptyText = isRead and "No rows" or "Not read"
  self.result = result
  self.grid:show(result, true)
  for index, title in ipairs(result.names) do
    if self.order and title == self.order.column then
      self.grid.sortColumn, self.grid.sortAscending = index, self.order.isAscending
    end
  end
  local first = self.page * limit
  local subtitle = ("rows %s–%s%s"):format(
    ui.format.number(first + 1), ui.format.number(first + #result.rows), result.hasMore and " …" or "")
  self.navigationItem.subtitle = #result.rows > 0 and subtitle or ""
end

function Rows:readStructure()
  local isRead, result = pcall(database.query,
    ("SELECT sql FROM sqlite_master WHERE tbl_name = %s AND sql IS NOT NULL ORDER BY type DESC"):format(
      database.literal(self.name)), true)
  local texts = {}
  for place, row in ipairs(isRead and result.rows or {}) do texts[place] = row[1] .. ";\n" end
  self.structure.text = table.concat(texts, "\n")
end

function Rows:turn(step)
  local page = self.page + step
  if page < 0 or step > 0 and not (self.result and self.result.hasMore) then return end
  self.page = page
  self:reload()
end

function Rows:sort(column, isAscending)
  local name = self.result.names[column]
  if self.order and self.order.column == name and self.order.isAscending == isAscending then return end
  self.order, self.page = { column = name, isAscending = isAscending }, 0
  self:reload()
end

-- Changes a value: at once on the screen, and in the database as soon as it can be written.
function Rows:update(row, column, value)
  self.result.rows[row][column] = value
  local sql = ("UPDATE %s SET %s = %s WHERE rowid = %s"):format(database.name(self.name),
    database.name(self.result.names[column]), database.literal(value), self.result.ids[row])
  database.update(sql, function(message)
    if message then app:notify(message, { style = "error", seconds = 8 }) end
    self:reload()
  end)
end

function Rows:setNull()
  local _, row, column = self.grid:focusedValue()
  if not row or not self.result.ids then return end
  self:update(row, column, nil)
  self.grid:reloadData()
end

function Rows:encodeRestorableState(coder)
  Rows.super.encodeRestorableState(self, coder)
  coder:encode("name", self.name)
  coder:encode("kind", self.kind)
  coder:encode("page", self.page)
  coder:encode("order", self.order)
end

function Rows:decodeRestorableState(coder)
  Rows.super.decodeRestorableState(self, coder)
  self.order = coder:decodeTable "order"
end

function Rows:applicationFinishedRestoringState() self:showChoice() end

function Rows:viewControllerWithRestorationIdentifierPath(path, coder)
  return Rows { name = coder:decodeString "name", kind = coder:decodeString "kind", page = coder:decodeInteger "page" }
end

---------------------------------------------------------------------------------------------------------------------
-- The tables and views.

---@class sqlite.Objects : luahost.ViewController, luahost.TableViewDataSource
local Objects = ui.ViewController:subclass "ObjectsViewController"

function Objects:loadView()
  self.table = ui.TableView { restorationIdentifier = "objects", dataSource = self, delegate = self, emptyText = "Reading …" }
  self.view = self.table
end

function Objects:viewDidLoad()
  self.sections = { { title = "Tables", kind = "table" }, { title = "Views", kind = "view" } }
  self.keyCommands = { { title = "Read again", hint = "reload", input = "r", action = "reload" } }
  self:reload()
end

function Objects:viewWillAppear() self:reload() end
function Objects:reload() self:task(self.read) end

function Objects:read()
  local isRead, result = pcall(database.query, [[SELECT type, name FROM sqlite_master
    WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name]], true)
  for _, section in ipairs(self.sections) do
    local count = #section
    for place = 1, count do section[place] = nil end
    for _, row in ipairs(isRead and result.rows or {}) do
      if row[1] == section.kind then table.insert(section, row[2]) end
    end
  end
  self.table.emptyText = isRead and "No tables" or result
  self.table:reloadData()
end

function Objects:numberOfSections() return #self.sections end
function Objects:numberOfRowsInSection(_, section) return #self.sections[section] end
function Objects:titleForHeaderInSection(_, section) return self.sections[section][1] and self.sections[section].title or nil end
function Objects:cellForRow(_, section, row) return { text = self.sections[section][row], accessory = "›" } end
function Objects:modelIdentifierForElement(_, section, row) return self.sections[section][row] end

function Objects:indexPathForElement(_, name)
  for number, section in ipairs(self.sections) do
    for row, known in ipairs(section) do
      if known == name then return number, row end
    end
  end
end

function Objects:didSelectRow(view, section, row)
  view:deselectRow()
  self.navigationController:push(Rows {
    name = self.sections[section][row], kind = self.sections[section].kind,
    restorationIdentifier = "rows", restorationClass = Rows,
  })
end

---------------------------------------------------------------------------------------------------------------------
-- The prompt. A statement that has returned rows runs again after a restart, without the right to change anything.

---@class sqlite.Prompt : luahost.ViewController
---@field history string[]
---@field place integer the place of the shown statement in the history; one behind it for a new one
---@field draft string the new statement while an older one is shown
---@field shown? string the statement whose rows are shown
local Prompt = ui.ViewController:subclass "PromptViewController"

local historyLimit = 200

function Prompt:loadView()
  self.field = ui.TextField {
    restorationIdentifier = "statement", placeholder = "SELECT …", onSubmit = function() self:submit() end,
  }
  self.status = ui.Label { style = "secondary" }
  self.grid = Grid { restorationIdentifier = "result", emptyText = "" }
  self.view = ui.VStack { ui.HStack { spacing = 1, ui.Label { text = "SQL" }, self.field }, self.status, self.grid }
end

function Prompt:viewDidLoad()
  local file = io.open(app.filesDirectory .. "/history.json")
  self.history = file and ui.json.decode(file:read "a") or {}
  if file then file:close() end
  self.place, self.draft = #self.history + 1, ""
  self.keyCommands = {
    { title = "Show the value", hint = "value", input = "v", action = function(self) self.grid:showValue(self) end },
    { title = "Cancel the statement", hint = "cancel", input = "ctrl+x", action = "cancel" },
  }
end

function Prompt:remember(statement)
  if self.history[#self.history] ~= statement then table.insert(self.history, statement) end
  if #self.history > historyLimit then table.remove(self.history, 1) end
  self.place, self.draft = #self.history + 1, ""
  local path = app.filesDirectory .. "/history.json"
  local file = assert(io.open(path .. ".new", "w"))
  assert(file:write(ui.json.encode(ui.json.array(self.history))))
  assert(file:close())
  assert(os.rename(path .. ".new", path))
end

function Prompt:submit()
  local statement = self.field.text:match "^%s*(.-)[%s;]*$"
  if statement == "" then return end
  self:remember(statement)
  self.field.text = ""
  self:run(statement, false)
end

function Prompt:run(statement, isAgain)
  self:cancel()
  self.shown = statement
  self.message, self.style = nil, nil
  self.status.text, self.status.style = "running: " .. statement, "secondary"
  self.running = self:task(function()
    local start = os.time()
    local isDone, result = pcall(database.query, statement, isAgain)
    self.running = nil
    if not isDone then return self:finish(result, "error") end
    if not result.names[1] then return self:finish("done: " .. statement, "secondary") end
    self.grid:show(result)
    self.status.text = ("%s%s rows: %s"):format(#result.rows, result.hasMore and "+" or "", statement)
    self:invalidateRestorableState()
  end)
end

-- Shows a message in place of rows.
function Prompt:finish(message, style)
  self.shown, self.message, self.style = nil, message, style
  self.status.text, self.status.style = message, style
  self.grid:show { names = {}, rows = {} }
  self:invalidateRestorableState()
end

function Prompt:cancel()
  if not self.running then return end
  self.running:cancel()
  self.running = nil
  self:finish("cancelled: " .. self.shown, "secondary")
end

-- The arrow keys go through the history.
function Prompt:keyPressed(key)
  local step = key == "up" and -1 or key == "down" and 1
  if not step or not self.field.isFirstResponder then return false end
  local place = self.place + step
  if place < 1 or place > #self.history + 1 then return true end
  if self.place > #self.history then self.draft = self.field.text end
  self.place = place
  self.field.text = self.history[place] or self.draft
  self.field.selectedRange = { location = utf8.len(self.field.text) + 1, length = 0 }
  return true
end

function Prompt:encodeRestorableState(coder)
  Prompt.super.encodeRestorableState(self, coder)
  coder:encode("text", self.field.text)
  coder:encode("place", self.place)
  coder:encode("draft", self.draft)
  coder:encode("shown", self.shown)
  coder:encode("message", self.message)
  coder:encode("style", self.style)
end

function Prompt:decodeRestorableState(coder)
  Prompt.super.decodeRestorableState(self, coder)
  self.field.text = coder:decodeString "text" or ""
  self.place = math.min(coder:decodeInteger "place" or math.huge, #self.history + 1)
  self.draft = coder:decodeString "draft" or ""
  local shown, message = coder:decodeString "shown", coder:decodeString "message"
  if shown then self:run(shown, true) elseif message then self:finish(message, coder:decodeString "style") end
end

---------------------------------------------------------------------------------------------------------------------

---@class sqlite.App : luahost.Application
app = ui.Application { identifier = "org.luahost.sqlite", version = "1.0" }

function app:willFinishLaunching(options)
  options = options or {}
  self.file = options.file or arg and arg[1]
  database.driver, database.command = options.driver or database.driver, options.command or database.command
  if self.file then database.open(self.file) else database.openExample(self.filesDirectory .. "/example.sqlite") end
  self.objects = Objects { restorationIdentifier = "objects", title = self.file and self.file:match "[^/]+$" or "Example" }
  self.prompt = Prompt { restorationIdentifier = "prompt", title = "SQL" }
  self.window = ui.Window {
    rootViewController = ui.TabBarController {
      restorationIdentifier = "tabs",
      viewControllers = {
        ui.NavigationController { restorationIdentifier = "nav", title = "Tables", viewControllers = { self.objects } },
        ui.NavigationController { restorationIdentifier = "sql", title = "SQL", viewControllers = { self.prompt } },
      },
    },
  }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

-- A position in another database means nothing in this one.
function app:shouldSaveApplicationState(coder)
  coder:encode("file", self.file)
  return true
end

function app:shouldRestoreApplicationState(coder) return coder:decodeString "file" == self.file end

return app
