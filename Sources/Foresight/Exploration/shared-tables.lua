-- Receives a list of objects, each with a name and the names of its methods. Returns the tables that a field, or a variable that a
-- method uses, has in common with the fields of another object: by the names of the objects, the names of the fields and
-- variables with `object field` for the other.
local owners = ...
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
for _, owner in ipairs(owners) do
  local fields = {}
  for name, value in fieldsOf(owner.object) do
    if type(name) == "string" then fields[#fields + 1] = { name = name, value = value } end
  end
  table.sort(fields, function(one, other) return one.name < other.name end)
  for _, field in ipairs(fields) do hold(field.value, owner.name .. " " .. field.name, 1) end
end

-- The sandbox has no `debug`.
local getUpvalue = type(debug) == "table" and debug.getupvalue
for _, owner in ipairs(owners) do
  local shared = {}
  local function add(name, value)
    local holder = type(name) == "string" and type(value) == "table" and holders[value]
    if holder and holder ~= owner.name .. " " .. name then shared[name] = holder end
    return name
  end
  for _, method in ipairs(getUpvalue and owner.methods or {}) do
    local _, code = pcall(function() return owner.object[method] end)
    local number = type(code) == "function" and 1
    while number and add(getUpvalue(code, number)) do number = number + 1 end
  end
  for name, value in fieldsOf(owner.object) do add(name, value) end
  found[owner.name] = shared
end
return found
