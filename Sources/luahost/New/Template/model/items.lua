-- The model: a list of items in a file. It does not depend on the screens, which save only the numbers of items.

---@class Item
---@field number integer The permanent, unique number of the item.
---@field title string
---@field isDone boolean
---@field draft? { title: string, isDone: boolean } Typed text that was not saved.

local items = {
  ---@type Item[]
  list = {},
}

local path

-- Reads the file. Without a folder (in the sandbox) the list is not saved.
---@param folder string|nil
function items.open(folder)
  path = folder and folder .. "/items.txt"
  items.list = {}
  local file = path and io.open(path)
  if not file then return end
  for line in file:lines() do
    local number, mark, title, draftMark, draft = line:match "^(%d+)\t([ x])\t([^\t]*)\t?([ x]?)\t?(.*)$"
    if number then
      table.insert(items.list, {
        number = math.tointeger(number),
        isDone = mark == "x",
        title = title,
        draft = draftMark ~= "" and { title = draft, isDone = draftMark == "x" } or nil,
      })
    end
  end
  file:close()
end

-- Returns an item or a draft as part of a line.
local function written(item)
  return (item.isDone and "x" or " ") .. "\t" .. item.title:gsub("[\t\r\n]", " ")
end

-- Writes a new file, then renames it: a kill at any moment leaves a complete file.
function items.save()
  if not path then return end
  local file = assert(io.open(path .. ".new", "w"))
  for _, item in ipairs(items.list) do
    assert(file:write(item.number, "\t", written(item), item.draft and "\t" .. written(item.draft) or "", "\n"))
  end
  assert(file:close())
  assert(os.rename(path .. ".new", path))
end

---@return Item
function items.add()
  local number = 1
  for _, item in ipairs(items.list) do number = math.max(number, item.number + 1) end
  local item = { number = number, title = "New item", isDone = false }
  table.insert(items.list, item)
  items.save()
  return item
end

-- Returns the row of an item, or nil if it was removed.
---@return integer|nil
function items.row(number)
  for row, item in ipairs(items.list) do
    if item.number == number then return row end
  end
end

-- Returns the item with a number, or nil if it was removed.
---@return Item|nil
function items.find(number)
  return items.list[items.row(number)]
end

function items.remove(row)
  table.remove(items.list, row)
  items.save()
end

return items
