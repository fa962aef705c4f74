-- Returns the plain values of an object as Lua literals by name: with names, these properties and the parts of those that are
-- tables; without, the object's own fields, with the given number of parts of each that is a table, and host objects as they are,
-- if the number is not 0. The variables outside of some of its methods that these use count as fields, and those of the functions in
-- such variables and its fields that have one of some lines, "file:line", and of a table of functions with such a one. With a table of
-- wanted names, only these; with true, those that are no names, too. Also returns the number of values that were looked at, and for
-- wanted names functions that return the value again, and that number.
local object, names, most, methods, places, wanted = ...
local found, again = {}, {}
local looks = 0

local function literal(value)
  if math.type(value) == "float" then return ("%.17g"):format(value) end
  if type(value) == "string" then return (("%q"):format(value):gsub("\\\n", "\\n")) end
  if type(value) == "number" or type(value) == "boolean" then return tostring(value) end
end

-- The number of parts that are still described of a field.
local left

-- A date is saved as a text.
local function date(value)
  if type(value) ~= "userdata" then return end
  local _, shown = pcall(tostring, value)
  return shown:match '^Date (".*")$'
end

-- The number of parts from which on only the items of a table are described: to sort all keys would take too long.
local manyParts = 2000

local text

-- Returns the names and values of the first parts of a table, which are the same ones in every run, without functions.
local function entries(value)
  local most, found = math.min(200, left), {}
  if most == 0 then return found end
  for key, part in next, value do
    if #found == manyParts then
      found = {}
      for index = 1, math.min(most, rawlen(value)) do found[index] = { name = tostring(index), value = rawget(value, index) } end
      break
    end
    if type(part) ~= "function" then found[#found + 1] = { name = text(key, 5), value = part } end
  end
  table.sort(found, function(one, other) return one.name < other.name end)
  return table.move(found, 1, most, 1, {})
end

function text(value, depth)
  if type(value) ~= "table" or depth > 4 then return literal(value) or date(value) or type(value) end
  local parts = {}
  for index, entry in ipairs(entries(value)) do
    left, looks = math.max(0, left - 1), looks + 1
    parts[index] = entry.name .. "=" .. text(entry.value, depth + 1)
  end
  table.sort(parts)
  return "{" .. table.concat(parts, ",") .. "}"
end

if names then
  for _, name in ipairs(names) do
    local ok, value = pcall(function() return object[name] end)
    if ok and type(value) == "table" then
      for key, part in pairs(value) do
        if type(key) == "string" then found[name .. "." .. key] = literal(part) end
      end
    elseif ok then
      found[name] = literal(value)
    end
  end
else
  local function describe(value)
    left = most
    local isWanted = most > 0 and type(value) == "table"
    return isWanted and text(value, 1) or most > 0 and type(value) == "userdata" and value or literal(value)
  end
  -- `get` returns the value later.
  local function add(name, value, get)
    looks = looks + 1
    local isMeant = wanted == true or (not wanted or wanted[name]) and type(name) == "string" and name:find "^[%a_][%w_]*$"
    if type(name) ~= "string" or not isMeant then return end
    found[name] = describe(value)
    if type(wanted) ~= "table" then return end
    again[name] = function()
      looks = 1
      return describe(get()), looks
    end
  end
  -- The metatables of classes are protected.
  local getMetatable = type(debug) == "table" and debug.getmetatable or getmetatable
  local modules = {}
  for _, module in pairs(type(package) == "table" and package.loaded or {}) do modules[module] = true end
  -- The sandbox has no `debug`.
  local getUpvalue = type(debug) == "table" and debug.getupvalue
  local function addVariable(code, number, name, value)
    local metatable = type(value) == "table" and getMetatable(value)
    -- An object of a class that is a metatable, and no class itself, and none of the host.
    local isObject = type(metatable) == "table" and rawget(metatable, "__index") == metatable
      and not rawget(metatable, "__newindex") and not rawget(metatable, "__call") and rawget(value, "__index") == nil
    local isTable = type(value) == "table" and name ~= "_ENV" and not modules[value] and not rawequal(value, object)
      and (not metatable or isObject)
    if isTable or literal(value) then add(name, value, function() return select(2, getUpvalue(code, number)) end) end
  end
  local function isMeant(code)
    if type(code) ~= "function" then return false end
    local info = debug.getinfo(code, "S")
    for _, place in ipairs(places) do
      local file, line = place:match "^(.*):(%d+)"
      if file == info.short_src and info.linedefined <= tonumber(line) and tonumber(line) <= info.lastlinedefined then return true end
    end
    return false
  end
  local seen = {}
  local addClosures
  local function addVariables(code, depth)
    if type(code) ~= "function" or seen[code] then return end
    seen[code] = true
    for number = 1, math.huge do
      local name, value = getUpvalue(code, number)
      looks = looks + 1
      if not name then return end
      addVariable(code, number, name, value)
      if isMeant(value) then addVariables(value, depth) else addClosures(value, depth or 1) end
    end
  end
  -- The variables of other functions of scripts that an object keeps, alone or in a table without a metatable, or that a table keeps
  -- for it.
  function addClosures(value, depth)
    if depth > 3 or #places == 0 then return end
    if type(value) == "function" and debug.getinfo(value, "S").what == "Lua" then return addVariables(value, depth + 1) end
    if type(value) ~= "table" or seen[value] or modules[value] then return end
    seen[value] = true
    -- What a table keeps for this object.
    addClosures(rawget(value, object), depth)
    if getMetatable(value) or rawlen(value) > 0 then return end
    local names, count = {}, 0
    for name, part in next, value do
      count, looks = count + 1, looks + 1
      if count == 100 then break end
      if type(name) == "string" and type(part) == "function" then names[#names + 1] = name end
    end
    table.sort(names)
    for _, name in ipairs(names) do addClosures(value[name], depth) end
  end
  for _, method in ipairs(getUpvalue and methods or {}) do
    local _, code = pcall(function() return object[method] end)
    addVariables(code)
  end
  -- Without the `__pairs` of an app's table.
  local iterate = type(object) == "table" and function(object) return next, object end or pairs
  for _, value in iterate(getUpvalue and #places > 0 and object or {}) do
    if isMeant(value) then addVariables(value) end
    if type(value) == "table" then
      local parts, isAnyMeant = {}, false
      for _, part in next, value do
        if type(part) ~= "function" then break end
        parts[#parts + 1], isAnyMeant = part, isAnyMeant or isMeant(part)
      end
      -- One that encodes may not use what another decodes.
      for _, part in ipairs(isAnyMeant and parts or {}) do addVariables(part) end
    end
  end
  local fields = {}
  for name, value in iterate(getUpvalue and #places > 0 and object or {}) do
    if type(name) == "string" then fields[#fields + 1] = { name = name, value = value } end
  end
  table.sort(fields, function(one, other) return one.name < other.name end)
  for _, field in ipairs(fields) do addClosures(field.value, 1) end
  for name, value in iterate(object) do add(name, value, function() return object[name] end) end
end
return found, looks, again
