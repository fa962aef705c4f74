-- A grid that shows the result of a statement, and a pager for one of its values. Used by sqlite.lua.

local ui = require "luahost"

-- Returns a value as it is shown in a cell.
local function shown(value)
  if value == nil then return ui.AttributedString { { "NULL", style = "secondary" } } end
  if type(value) == "number" then return tostring(value) end
  if not utf8.len(value) or value:find "\0" then
    return ui.AttributedString { { ("blob, %s"):format(ui.format.size(#value)), style = "secondary" } }
  end
  return (value:gsub("\n", "␤"))
end

---------------------------------------------------------------------------------------------------------------------
-- A grid that shows a result. Its controller owns the result.

---@class sqlite.Grid : luahost.TableView, luahost.TableViewDataSource
local Grid = ui.TableView:subclass "GridView"

function Grid:init()
  self.selectionMode, self.dataSource, self.delegate = "cell", self, self.delegate or self
  self.rowsShown = {}
end

-- Shows a result; the columns are as wide as their contents, within limits.
function Grid:show(result, isSortable)
  local columns = {}
  for index, name in ipairs(result.names) do
    local width, isNumber = ui.textWidth(name) + 2, false
    for row = 1, math.min(#result.rows, 100) do
      local value = result.rows[row][index]
      width = math.max(width, ui.textWidth(tostring(shown(value))))
      isNumber = isNumber or type(value) == "number"
    end
    columns[index] = {
      identifier = index .. " " .. name, title = name, width = math.min(width, 30), isSortable = isSortable,
      alignment = isNumber and "right" or "left",
    }
  end
  self.columns, self.result = columns, result
  self:reloadData()
end

function Grid:numberOfRowsInSection() return self.result and #self.result.rows or 0 end

function Grid:cellForRow(_, _, row)
  local cells = {}
  for index in ipairs(self.result.names) do cells[index] = shown(self.result.rows[row][index]) end
  return cells
end

function Grid:modelIdentifierForElement(_, _, row) return self.result.ids and self.result.ids[row] or row end

function Grid:indexPathForElement(_, id)
  for row = 1, self:numberOfRowsInSection() do
    if self:modelIdentifierForElement(self, 1, row) == id then return 1, row end
  end
end

-- Returns the value of the focused cell, with its row and column.
function Grid:focusedValue()
  local path, column = self.focusedIndexPath, self.focusedColumn
  local row = path and self.result.rows[path.row]
  if row and column then return row[column], path.row, column end
end

function Grid:didSort(_, column, isAscending) self.sorted(column, isAscending) end

-- Blobs and NULL, which are styled texts, and rows without a number cannot be edited.
function Grid:canEditCell(_, _, row, column)
  return self.result.ids ~= nil and type(shown(self.result.rows[row][column])) == "string"
end

function Grid:commitEdit(_, _, row, column, text) self.edited(row, column, text) end

---------------------------------------------------------------------------------------------------------------------
-- A value in a pager.

---@class sqlite.Value : luahost.ViewController
---@field value string
local Value = ui.ViewController:subclass "ValueViewController"

local valueLimit = 100000 -- bytes

function Value:loadView()
  self.text = ui.TextView { restorationIdentifier = "text", isEditable = false, followsEnd = false, text = self.value }
  self.view = self.text
end

function Value:encodeRestorableState(coder)
  Value.super.encodeRestorableState(self, coder)
  coder:encode("value", self.value)
end

function Value:viewControllerWithRestorationIdentifierPath(path, coder)
  return Value { value = coder:decodeString "value" or "", title = "Value" }
end

-- Shows the focused value, on the stack of a screen.
function Grid:showValue(screen)
  local value = self:focusedValue()
  if value == nil then return end
  local text = type(value) == "string" and not utf8.len(value) and value:gsub(".", function(byte)
    return ("%02x "):format(byte:byte())
  end) or tostring(value)
  screen.navigationController:push(Value {
    value = text:sub(1, valueLimit), title = "Value", restorationIdentifier = "value", restorationClass = Value,
  })
end

return Grid
