-- Finds the tables that can re-create objects, by name, in all values reachable from the roots.
local roots, wanted, getupvalue = ...
local method = "objectWithRestorationIdentifierPath"
local seen, queue, found = {}, {}, {}

local function hasMethod(class)
  for _ = 1, 20 do
    if type(class) ~= "table" then return false end
    if type(rawget(class, method)) == "function" then return true end
    local metatable = getmetatable(class)
    class = type(metatable) == "table" and rawget(metatable, "__index")
  end
end

-- These fields of objects refer to any class.
local references = { __index = true, objectRestorationClass = true }

local function add(value, name)
  local kind = type(value)
  if kind ~= "table" and kind ~= "function" then return end
  if kind == "table" and not found[value] and (value == wanted or hasMethod(value)) then
    local own = rawget(value, "name") or rawget(value, "__name")
    found[value] = type(own) == "string" and own or not references[name] and name or nil
  end
  if seen[value] then return end
  seen[value] = true
  queue[#queue + 1] = value
end

for _, root in ipairs(roots) do add(root) end
local index = 1
while queue[index] and index < 200000 do
  local value = queue[index]
  index = index + 1
  if type(value) == "table" then
    for key, item in next, value do
      add(item, type(key) == "string" and key or nil)
      add(key)
    end
  elseif getupvalue then
    for number = 1, 255 do
      local name, item = getupvalue(value, number)
      if not name then break end
      add(item, name)
    end
  end
end
return found
