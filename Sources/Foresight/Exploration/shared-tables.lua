-- Receives a list of objects, each with a name and the names of its methods, or without these for a data source; and the names of
-- methods that save and restore. Returns the tables that a field, or a variable that a method uses, has in common with the fields
-- of another object, or the variables that save and restore its state: by the names of the objects, the names of the fields and
-- variables with `object field` for the other. A data source that is another object of the list has none.
local owners, coding = ...
local holders, found = {}, {}
-- The number of tables that are still looked at.
local left = 5000

local function hold(value, holder, depth)
  if type(value) ~= "table" or holders[value] or depth > 3 or left == 0 then return end
  left = left - 1
  holders[value] = holder
  for _, part in next, value do hold(part, holder, depth + 1) end
end

-- Iterates over the own fields of an object, without the `__pairs` of an app's table.
local function fieldsOf(object)
  if type(object) == "table" then return next, object end
  return pairs(object)
end

-- A table that several fields have is that of the first one by name, in both runs.
local known = {}
for _, owner in ipairs(owners) do
  if not owner.methods then break end
  known[owner.object] = true
  local fields = {}
  for name, value in fieldsOf(owner.object) do
    if type(name) == "string" then fields[#fields + 1] = { name = name, value = value } end
  end
  table.sort(fields, function(one, other) return one.name < other.name end)
  for _, field in ipairs(fields) do hold(field.value, owner.name .. " " .. field.name, 1) end
end

-- The sandbox has no `debug`.
local getUpvalue = type(debug) == "table" and debug.getupvalue

-- Calls a function with the names and values of the variables outside of another one.
local function eachVariable(code, call)
  local number = getUpvalue and type(code) == "function" and 1
  while number do
    local name, value = getUpvalue(code, number)
    if not name then return end
    call(name, value)
    number = number + 1
  end
end

local function method(object, name)
  local _, code = pcall(function() return object[name] end)
  return code
end

local modules = {}
for _, module in pairs(type(package) == "table" and package.loaded or {}) do modules[module] = true end
for _, owner in ipairs(owners) do
  for _, name in ipairs(owner.methods and coding or {}) do
    eachVariable(method(owner.object, name), function(variable, value)
      if variable ~= "_ENV" and type(value) == "table" and not modules[value] and not getmetatable(value) then
        hold(value, owner.name .. " " .. variable, 1)
      end
    end)
  end
end

-- Returns the functions of a data source, its own and those of its class.
local function functionsOf(object)
  local class = type(object) == "table" and getmetatable(object)
  local functions = {}
  for _, part in ipairs { object, type(class) == "table" and rawget(class, "__index") or nil } do
    if type(part) == "table" then
      for _, value in next, part do functions[#functions + 1] = value end
    end
  end
  return functions
end

for _, owner in ipairs(owners) do
  local shared = {}
  local function add(name, value)
    local holder = type(name) == "string" and type(value) == "table" and holders[value]
    if holder and holder ~= owner.name .. " " .. name then shared[name] = holder end
  end
  if owner.methods then
    for _, name in ipairs(owner.methods) do eachVariable(method(owner.object, name), add) end
  elseif not known[owner.object] then
    for _, code in ipairs(functionsOf(owner.object)) do eachVariable(code, add) end
  end
  if owner.methods or not known[owner.object] then
    -- A field comes before a variable of the same name.
    for name, value in fieldsOf(owner.object) do
      shared[name] = nil
      add(name, value)
    end
  end
  found[owner.name] = shared
end
return found
