-- Follows values while scripts run. Takes the function that reads the values of an object, and the lines of `places` for it. Returns
-- four functions: the first follows an object's fields, or some of its properties; the next two are to be called before and after each
-- call of a script; all three return the changes since, each with the number of the object, the name, the value as a text, the
-- line that has set it, and those of the calls that have led there. The last one ends it, and returns whether it saw all lines.
local read, places = ...
local sethook, getinfo, clock = debug.sethook, debug.getinfo, os.clock
local ipairs, next, pcall, tostring, type = ipairs, next, pcall, tostring, type
local concat, huge, min, remove, unpack = table.concat, math.huge, math.min, table.remove, table.unpack
local followed, changes, outer = {}, {}, {}
-- The number of looks that are left, and the seconds: after these, it ends.
local left, time = 20000, 1
-- The function that runs, and its line.
local running, line
local isLooking = false

local function place(info) return info.short_src .. ":" .. info.currentline end

-- Returns the line that ran last, and those of the calls around it: the line in which a function begins comes before its own.
local function lines()
  local first = 6
  local level = first
  while true do
    local info = getinfo(level, "f")
    if not info then
      level = first - 1
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
  if type(value) == "string" then return ("%q"):format(value) end
  local isList, length = pcall(count, value)
  if not isList then return (tostring(value):gsub("0x%x+", "")) end
  local parts = {}
  for index = 1, min(length, 100) do
    local _, part = pcall(get, value, index)
    parts[index] = tostring(part):gsub("0x%x+", "")
  end
  return "{" .. concat(parts, ",") .. "}"
end

local function note(isOfScript)
  for number, one in ipairs(followed) do
    local found = one.read()
    for _, name in ipairs(one.names) do
      local value = found[name]
      value = type(value) == "userdata" and "object" or value or "nil"
      if value ~= one.last[name] then
        one.last[name] = value
        changes[#changes + 1] = { tostring(number), name, value, unpack(isOfScript and lines() or {}) }
      end
    end
  end
end

-- An object that changes while it is read has no values then.
local function look(isOfScript)
  if left == 0 then return end
  isLooking = true
  local start = clock()
  pcall(note, isOfScript)
  left, time = left - 1, time - (clock() - start)
  isLooking = false
  if left > 0 and time > 0 then return end
  left = 0
  sethook()
end

local function hook(event)
  if isLooking then return end
  look(line ~= nil)
  local info = getinfo(event == "line" and 2 or 3, "Slf")
  if info and info.currentline > 0 then running, line = info.func, place(info) end
end

local function take()
  local taken = changes
  changes = {}
  return taken
end

local function follow(object, names, methods, isOfProperties)
  if #followed == 0 then sethook(hook, "lr") end
  local wanted = {}
  for _, name in ipairs(names) do wanted[name] = true end
  local function values()
    if isOfProperties then
      local found = {}
      for _, name in ipairs(names) do found[name] = text(object, name) end
      return found
    end
    return read(object, nil, 2000, methods, places, wanted)
  end
  followed[#followed + 1] = { names = names, read = values, last = {} }
  look(false)
  return take()
end

local function begin()
  look(line ~= nil)
  outer[#outer + 1] = { running, line }
  running, line = nil, nil
  return take()
end

local function finish()
  look(false)
  local around = remove(outer) or {}
  running, line = around[1], around[2]
  return take()
end

-- Returns whether all lines were looked at.
local function stop()
  sethook()
  return left > 0
end

return follow, begin, finish, stop
