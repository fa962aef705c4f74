-- A board of cards in columns, kept in a file.
--
--   luahost kanban.lua -- [FILE]
--
-- Without FILE the board is in the app's own files. The file also has the undo history, so that it always fits the board.
-- The archive has only the position on the board, the search, and the text of a card that is not saved yet.

local ui = require "luahost"

---------------------------------------------------------------------------------------------------------------------
-- The model. A change has the state of one card before and after it: its column, its place there, title and notes; nil
-- if the card does not exist. So undo and redo are the same step in opposite directions.

---@class kanban.Board
---@field path string
---@field columns table[] each with a title and its cards
---@field last integer the number of the newest card
---@field undos table[]
---@field redos table[]
local Board = {}
Board.__index = Board

local undoLimit = 100

local function newBoard()
  local columns = {}
  for index, title in ipairs { "To do", "Doing", "Done" } do columns[index] = { title = title, cards = {} } end
  return { columns = columns, last = 0, undos = {}, redos = {} }
end

-- Opens the board in a file, or an empty one if there is no such file.
function Board.open(path)
  local file, board = io.open(path, "rb"), newBoard()
  if file then
    local isRead, content = pcall(ui.json.decode, file:read "a")
    file:close()
    if not isRead then error(("%s is not a board: %s"):format(path, content), 0) end
    if type(content) ~= "table" or type(content.columns) ~= "table" or not content.columns[1] then
      error(path .. " is not a board: it has no columns", 0)
    end
    for key, value in pairs(content) do board[key] = value end
  end
  board.path = path
  return setmetatable(board, Board)
end

-- Writes the file atomically: after a kill it is the old or the new one.
function Board:save()
  local columns = {}
  for index, column in ipairs(self.columns) do
    columns[index] = { title = column.title, cards = ui.json.array(column.cards) }
  end
  local text = ui.json.encode {
    columns = columns, last = self.last, undos = ui.json.array(self.undos), redos = ui.json.array(self.redos),
  }
  local file = assert(io.open(self.path .. ".new", "wb"))
  assert(file:write(text, "\n"))
  assert(file:close())
  assert(os.rename(self.path .. ".new", self.path))
end

-- Returns a card with its column and its place there; nil if there is none with this number.
function Board:find(id)
  for number, column in ipairs(self.columns) do
    for place, card in ipairs(column.cards) do
      if card.id == id then return card, number, place end
    end
  end
end

function Board:state(id)
  local card, column, place = self:find(id)
  return card and { column = column, place = place, title = card.title, notes = card.notes }
end

function Board:apply(id, state)
  local _, column, place = self:find(id)
  if column then table.remove(self.columns[column].cards, place) end
  if not state then return end
  local cards = self.columns[math.min(state.column, #self.columns)].cards
  table.insert(cards, math.min(state.place, #cards + 1), { id = id, title = state.title, notes = state.notes })
end

-- Performs a change by the user: gives a card another state.
function Board:change(title, id, after)
  table.insert(self.undos, { title = title, card = id, before = self:state(id), after = after })
  if #self.undos > undoLimit then table.remove(self.undos, 1) end
  self.redos = {}
  self:apply(id, after)
  self:save()
end

function Board:add(column, title, notes)
  self.last = self.last + 1
  self:change("Add", self.last, { column = column, place = #self.columns[column].cards + 1, title = title, notes = notes })
  return self.last
end

-- Undoes or redoes a change, and returns it.
function Board:turn(from, to, side)
  local change = table.remove(from)
  if not change then return nil end
  table.insert(to, change)
  self:apply(change.card, change[side])
  self:save()
  return change
end

---@type kanban.Board
local board -- opened in willFinishLaunching

---------------------------------------------------------------------------------------------------------------------
-- The sheet with a card. Its text is in the fields until it is saved; the fields restore it.

---@class kanban.Editor : luahost.ViewController
---@field card? integer the card; nil for a new one
---@field column integer the column of a new card
local Editor = ui.ViewController:subclass "CardViewController"

function Editor:loadView()
  local card = self.card and board:find(self.card) or { title = "", notes = "" }
  self.title = self.card and "Card" or "New card"
  self.name = ui.TextField {
    restorationIdentifier = "title", placeholder = "Title", text = card.title, onSubmit = function() self:save() end,
  }
  self.notes = ui.TextView { restorationIdentifier = "notes", placeholder = "Notes", text = card.notes, minHeight = 3 }
  self.view = ui.VStack {
    padding = { left = 1, right = 1 }, self.name, ui.Divider(), self.notes,
    ui.HStack {
      spacing = 2,
      ui.Button { title = "Save", isPrimary = true, action = function() self:save() end },
      ui.Button { title = "Cancel", action = function() self:cancel() end },
    },
  }
end

function Editor:viewDidLoad()
  self.keyCommands = { { title = "Save", input = "ctrl+s", action = "save" } }
end

function Editor:save()
  local title = self.name.text:match "^%s*(.-)%s*$"
  if title == "" then
    app:notify("a card needs a title", { style = "warning" })
    return self.name:becomeFirstResponder()
  end
  self:dismiss { card = self.card, column = self.column, title = title, notes = self.notes.text }
end

function Editor:isChanged()
  local card = self.card and board:find(self.card) or { title = "", notes = "" }
  return self.name.text ~= card.title or self.notes.text ~= card.notes
end

-- Nothing that was typed is discarded without a question.
function Editor:cancel()
  if not self:isChanged() then return self:dismiss() end
  local alert = ui.AlertController { restorationIdentifier = "discard", title = "Discard the changes?" }
  alert:addAction { title = "Discard", style = "destructive" }
  alert:addAction { title = "Go on editing", style = "cancel" }
  self:present(alert, { onResult = "answered" })
end

function Editor:answered(answer)
  if answer.action == 1 then self:dismiss() end
end

function Editor:keyPressed(key)
  if key ~= "escape" then return false end
  self:cancel()
  return true
end

function Editor:encodeRestorableState(coder)
  Editor.super.encodeRestorableState(self, coder)
  coder:encode("card", self.card)
  coder:encode("column", self.column)
end

-- A card that another program has removed has no sheet to restore.
function Editor:viewControllerWithRestorationIdentifierPath(path, coder)
  local card = coder:decodeInteger "card"
  if card and not board:find(card) then return nil end
  return Editor { card = card, column = coder:decodeInteger "column" }
end

---------------------------------------------------------------------------------------------------------------------
-- A column: the cards that contain the searched text.

---@class kanban.Column : luahost.TableView, luahost.TableViewDataSource
---@field number integer
---@field screen kanban.Screen
---@field shown table[]
local Column = ui.TableView:subclass "ColumnView"

function Column:init()
  self.restorationIdentifier, self.border = "column" .. self.number, "rounded"
  self.dataSource, self.delegate, self.shown = self, self, {}
  if self.number == 1 then self.emptyText, self.placeholderCommand = "No cards", "New card" end
end

function Column:reload()
  local column, text = board.columns[self.number], self.screen.search.text:lower()
  self.shown = {}
  for _, card in ipairs(column.cards) do
    if (card.title .. "\n" .. card.notes):lower():find(text, 1, true) then table.insert(self.shown, card) end
  end
  local count = #self.shown == #column.cards and #column.cards or #self.shown .. "/" .. #column.cards
  self.borderTitle = ("%s %s"):format(column.title, count)
  self:reloadData()
end

function Column:numberOfRowsInSection() return #self.shown end

function Column:cellForRow(_, _, row)
  local card = self.shown[row]
  return { text = card.title, accessory = card.notes ~= "" and "≡" or nil }
end

function Column:modelIdentifierForElement(_, _, row) return self.shown[row].id end

function Column:indexPathForElement(_, id)
  for row, card in ipairs(self.shown) do
    if card.id == id then return 1, row end
  end
end

function Column:focusedCard()
  local path = self.focusedIndexPath
  return path and self.shown[path.row]
end

function Column:didSelectRow(_, _, row)
  self:deselectRow()
  self.screen:open(Editor { card = self.shown[row].id })
end

---------------------------------------------------------------------------------------------------------------------

---@class kanban.Screen : luahost.ViewController
---@field columns kanban.Column[]
---@field deleting? integer the card that the user is asked about
local Screen = ui.ViewController:subclass "BoardViewController"

function Screen:loadView()
  self.search = ui.SearchBar {
    restorationIdentifier = "search", placeholder = "Search", onChange = function() self:reload() end,
    onSubmit = function() self:focusFirstMatch() end,
  }
  self.columns = {}
  for number in ipairs(board.columns) do self.columns[number] = Column { number = number, screen = self } end
  -- The search is below the board, so that the board has the focus at first.
  self.view = ui.VStack { ui.HStack(self.columns), self.search }
end

function Screen:viewDidLoad()
  local function move(columns, places) return function(self) self:move(columns, places) end end
  self.keyCommands = {
    { title = "New card", hint = "new", input = "n", action = "add" },
    { title = "Delete card", hint = "delete", input = "d", action = "delete" },
    { title = "Undo", input = "u", action = function(self) self:turn(board.undos, board.redos, "before", "undone") end },
    { title = "Search", hint = "find", input = "f", action = function(self) self.search:becomeFirstResponder() end },
    { title = "Move card to the right", hint = "move", input = "alt+right", action = move(1, 0) },
    { title = "Move card to the left", hint = "move left", input = "alt+left", action = move(-1, 0) },
    { title = "Move card up", input = "alt+up", action = move(0, -1) },
    { title = "Move card down", input = "alt+down", action = move(0, 1) },
    { title = "Column to the left", input = "left", action = function(self) self:goTo(-1) end },
    { title = "Column to the right", input = "right", action = function(self) self:goTo(1) end },
    { title = "Redo", input = "U", action = function(self) self:turn(board.redos, board.undos, "after", "redone") end },
  }
  self:reload()
end

function Screen:reload()
  for _, column in ipairs(self.columns) do column:reload() end
end

-- Returns the number of the focused column, and its focused card; both can be nil.
function Screen:focused()
  for number, column in ipairs(self.columns) do
    if column.isFirstResponder then return number, column:focusedCard() end
  end
end

-- Focuses a card, if the search shows it.
function Screen:focus(id)
  local _, number = board:find(id)
  local column = self.columns[number]
  if not column then return end
  local _, row = column:indexPathForElement(column, id)
  if row then column.focusedIndexPath = { section = 1, row = row } end
  column:becomeFirstResponder()
end

function Screen:focusFirstMatch()
  for _, column in ipairs(self.columns) do
    if column.shown[1] then return column:becomeFirstResponder() end
  end
end

function Screen:goTo(step)
  local column = self.columns[(self:focused() or 0) + step]
  if column then column:becomeFirstResponder() end
end

function Screen:move(columns, rows)
  local number, card = self:focused()
  if not card then return end
  local column, state = self.columns[number], board:state(card.id)
  if rows ~= 0 then
    -- To the place of the next card that the search shows.
    local neighbour = column.shown[column.focusedIndexPath.row + rows]
    if not neighbour then return end
    state.place = board:state(neighbour.id).place
  else
    local target = board.columns[number + columns]
    if not target then return end
    state.column, state.place = number + columns, #target.cards + 1
  end
  board:change("Move", card.id, state)
  self:reload()
  self:focus(card.id)
end

function Screen:open(editor)
  editor.restorationIdentifier, editor.restorationClass = "card", Editor
  self:present(editor, { onResult = "edited" })
end

function Screen:add() self:open(Editor { column = self:focused() or 1 }) end

-- Called with the fields of a saved card, also if both screens were restored in between.
function Screen:edited(fields)
  if not fields then return end
  local id = fields.card
  if id then
    local state = board:state(id)
    state.title, state.notes = fields.title, fields.notes
    board:change("Edit", id, state)
  else
    id = board:add(fields.column, fields.title, fields.notes)
  end
  self:reload()
  self:focus(id)
end

function Screen:delete()
  local _, card = self:focused()
  if not card then return end
  self.deleting = card.id
  local alert = ui.AlertController { restorationIdentifier = "delete", title = ("Delete “%s”?"):format(card.title) }
  alert:addAction { title = "Delete", style = "destructive" }
  alert:addAction { title = "Cancel", style = "cancel" }
  self:present(alert, { onResult = "deleteAnswered" })
end

function Screen:deleteAnswered(answer)
  local card = board:find(self.deleting)
  self.deleting = nil
  if answer.action ~= 1 or not card then return end
  board:change("Delete", card.id, nil)
  self:reload()
  app:notify(("deleted “%s” (u to undo)"):format(card.title))
end

function Screen:turn(from, to, side, word)
  local change = board:turn(from, to, side)
  if not change then return app:notify(("nothing is to be %s"):format(word)) end
  self:reload()
  self:focus(change.card)
  app:notify(("%s: %s"):format(change.title, word))
end

function Screen:encodeRestorableState(coder)
  Screen.super.encodeRestorableState(self, coder)
  coder:encode("deleting", self.deleting)
end

function Screen:decodeRestorableState(coder)
  Screen.super.decodeRestorableState(self, coder)
  self.deleting = coder:decodeInteger "deleting"
end

-- The search has its text now.
function Screen:applicationFinishedRestoringState() self:reload() end

---------------------------------------------------------------------------------------------------------------------

---@class kanban.App : luahost.Application
app = ui.Application { identifier = "org.luahost.kanban", version = "1.0" }

function app:willFinishLaunching(options)
  self.file = options and options.file or arg and arg[1]
  board = Board.open(self.file or self.filesDirectory .. "/board.json")
  self.screen = Screen { restorationIdentifier = "board", title = self.file and self.file:match "[^/]+$" or "Board" }
  self.window = ui.Window {
    rootViewController = ui.NavigationController { restorationIdentifier = "nav", viewControllers = { self.screen } },
  }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

-- A position on another board means nothing on this one.
function app:shouldSaveApplicationState(coder)
  coder:encode("file", self.file)
  return true
end

function app:shouldRestoreApplicationState(coder) return coder:decodeString "file" == self.file end

return app
