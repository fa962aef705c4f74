-- The model: things to do, in a file of the app's own. It knows nothing of screens, which keep only numbers of items.

---@class Item
---@field number integer What tells it from others, for ever.
---@field title string
---@field isDone boolean
---@field draft? { title: string, isDone: boolean } What was typed and not saved.

local items = {
  ---@type Item[]
  list = {},
}

local path

-- Reads what is there. Without a folder (in the sandbox) nothing is kept.
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

-- An item or a draft as a part of a line.
local function written(item)
  return (item.isDone and "x" or " ") .. "\t" .. item.title:gsub("[\t\r\n]", " ")
end

-- Writes all of them beside the file, and then puts that in its place: a kill in between costs nothing.
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

-- The place of an item; nil if it is gone.
---@return integer|nil
function items.row(number)
  for row, item in ipairs(items.list) do
    if item.number == number then return row end
  end
end

-- The item of a number; nil if it is gone.
---@return Item|nil
function items.find(number)
  return items.list[items.row(number)]
end

function items.remove(row)
  table.remove(items.list, row)
  items.save()
end

return items
