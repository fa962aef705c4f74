-- Follows values while scripts run. Takes the library `debug`, the function that reads the values of an object, and the lines of
-- `places` for it. Returns four functions. The first follows an object's fields, or some of its properties; the next two are to be
-- called before and after each call of a script. All three return the changes since, each with the number of the object, the name,
-- the value as a text, the line that has set it, and those of the calls that have led there. The last one observes the lines.
local debug, read, places = ...
local getinfo = debug.getinfo
local ipairs, next, pcall, tostring, type = ipairs, next, pcall, tostring, type
local concat, huge, min, unpack = table.concat, math.huge, math.min, table.unpack
local followed, changes = {}, {}
-- The numbers of values that are still looked at between lines, and before and after calls.
local left, leftBetweenCalls = 200000, 1000000
-- The function that runs, and its line.
local running, line

local function place(info) return info.short_src .. ":" .. info.currentline end

-- The level of the first function that may be the script's, as `lines` sees it: below are `lines`, `note`, `pcall` and `look`.
local caller = 5

-- Returns the line that ran last, and those of the calls around it: the line in which a function begins comes before its own.
local function lines()
  local level = caller + 1
  while true do
    local info = getinfo(level, "f")
    if not info then
      level = caller
      break
    end
    if info.func == running then break end
    level = level + 1
  end
  local found = { line }
  for level = level + 1, huge do
    local info = getinfo(level, "Sl")
    if not info then return found end
    if info.currentline > 0 then found[#found + 1] = place(info) end
  end
end

local function get(object, name) return object[name] end
local function count(value) return #value end

-- Returns a property as a text that tells its values from each other.
local function text(object, name)
  local isThere, value = pcall(get, object, name)
  if not isThere then return end
  if type(value) == "string" then return (("%q"):format(value):gsub("\\\n", "\\n")) end
  local isList, length = pcall(count, value)
  if not isList then return (tostring(value):gsub("0x%x+", "")) end
  local parts = {}
  for index = 1, min(length, 100) do
    local _, part = pcall(get, value, index)
    parts[index] = tostring(part):gsub("0x%x+", "")
  end
  return "{" .. concat(parts, ",") .. "}"
end

-- The number of values up to which all are found again between lines.
local few = 100

-- Notes changes: to find many values takes long, so that between lines only those are read again that the last call has found.
-- Returns the number of values that were looked at.
local function note(isBetweenLines)
  local found
  local all = 0
  for number, one in ipairs(followed) do
    local values, looks
    if not isBetweenLines or one.looks <= few then
      values, looks, one.again = one.read()
      one.looks = looks
      all = all + looks
    end
    for _, name in ipairs(one.names) do
      local value
      local again = one.again[name]
      if values then
        value = values[name]
      elseif again then
        value, looks = again()
        all = all + looks
      else
        value = one.last[name]
      end
      value = type(value) == "userdata" and "object" or value or "nil"
      all = all + #value // 10
      if value ~= one.last[name] then
        found = found or line and lines() or {}
        one.last[name] = value
        changes[#changes + 1] = { tostring(number), name, value, unpack(found) }
      end
    end
  end
  return all
end

-- An object that changes while it is read has no values then. Returns the number of values.
local function look(isBetweenLines)
  local isRead, looks = pcall(note, isBetweenLines)
  return isRead and looks or 1
end

local function lookBetweenCalls()
  if leftBetweenCalls > 0 then leftBetweenCalls = leftBetweenCalls - 1 - look(false) end
end

-- Returns the changes, or nothing if not all of them were seen.
local function take()
  local taken = changes
  changes = {}
  return leftBetweenCalls > 0 and taken or nil
end

local function follow(object, names, methods, isOfProperties)
  local wanted = {}
  for _, name in ipairs(names) do wanted[name] = true end
  local again = {}
  for _, name in ipairs(isOfProperties and names or {}) do
    again[name] = function() return text(object, name), 1 end
  end
  local function values()
    if isOfProperties then
      local found = {}
      for _, name in ipairs(names) do found[name] = text(object, name) end
      return found, #names, again
    end
    return read(object, nil, 2000, methods, places, wanted)
  end
  followed[#followed + 1] = { names = names, read = values, again = again, looks = 0, last = {} }
  running, line = nil, nil
  lookBetweenCalls()
  return take()
end

local function begin()
  lookBetweenCalls()
  running, line = nil, nil
  return take()
end

local function finish()
  running, line = nil, nil
  lookBetweenCalls()
  -- A script that has called the host continues.
  for level = 2, huge do
    local info = getinfo(level, "Slf")
    if not info then break end
    if info.currentline > 0 then
      running, line = info.func, place(info)
      break
    end
  end
  return take()
end

local function observe(isLine)
  if left <= 0 or #followed == 0 then return end
  left = left - 5 - look(true)
  local info = getinfo(isLine and 2 or 3, "Slf")
  if info and info.currentline > 0 then running, line = info.func, place(info) end
end

return follow, begin, finish, observe
