-- JSON as `ui.json`. Receives a function that returns the chunk `json-codec.lua`, which is compiled when it is first needed: most
-- apps never read JSON.
local open = ...
local error, getmetatable, setmetatable, type = error, getmetatable, setmetatable, type

-- The value of null, which a Lua table cannot store as nil.
local null = setmetatable({}, {
  __name = "ui.json.null",
  __tostring = function() return "null" end,
  __newindex = function() error("ui.json.null cannot be changed", 2) end,
  __metatable = false,
})

-- The metatable of lists; without it, an empty table is an object.
local list = { __name = "ui.json.array" }

local function array(items)
  if type(items) ~= "table" then error("ui.json.array: expected a table, got " .. type(items), 2) end
  local metatable = getmetatable(items)
  if metatable ~= nil and metatable ~= list then
    error("ui.json.array: the table has a metatable already; pass a plain list", 2)
  end
  return setmetatable(items, list)
end

local codec

-- Returns a function of the codec. Its call is a tail call, so that errors name the caller's line.
local function member(name)
  return function(...)
    codec = codec or open()(null, list)
    return codec[name](...)
  end
end

return { decode = member "decode", encode = member "encode", null = null, array = array }
