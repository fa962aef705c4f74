-- The prelude of a worker. Receives its capabilities, its functions, the table of the host's values, a function that finds
-- modules or nil, the module `json`, its codec and `withhold.lua` as chunks, the app's `package.path` and `package.cpath`, the
-- capabilities that a trial run refuses, and a function that creates a refused function.
local may, worker, kinds, find, json, codec, withhold, path, cpath, refused, refusal = ...
local error, load, setmetatable, tostring, type = error, load, setmetatable, tostring, type
local package, require, pack, unpack = package, require, string.pack, string.unpack
local date, time = os.date, os.time

_G.worker = worker

-- Modules: Lua's own `package`, and a searcher for those that it must not or cannot find.
if may.files then package.path, package.cpath = path, cpath end
if withhold then withhold(may, require) end
if find then
  local function search(name)
    local path, text = find(name)
    if not path then return text end
    local chunk, message = load(text, "@" .. path, may.nativeCode and "bt" or "t")
    if not chunk then error("error loading module '" .. name .. "' from file '" .. path .. "':\n\t" .. message, 0) end
    return chunk, path
  end
  if may.files then table.insert(package.searchers, 2, search) else package.searchers = { package.searchers[1], search } end
end
-- A trial run refuses effects outside of it, which is no mistake of the app.
if refused.processes then os.execute = refusal "os.execute" end
if refused.files then
  _G.io, _G.dofile, _G.loadfile = {}, refusal "dofile", refusal "loadfile"
  for _, name in ipairs { "close", "input", "lines", "open", "output", "popen", "read", "tmpfile", "write" } do
    io[name] = refusal("io." .. name)
  end
  for _, name in ipairs { "remove", "rename", "tmpname" } do os[name] = refusal("os." .. name) end
end
if refused.nativeCode then
  local require, pcall = _G.require, pcall
  local refuse = refusal "require of a module in C"
  _G.require = function(name)
    local isFound, module = pcall(require, name)
    if isFound then return module end
    if type(module) == "string" and module:find("module '" .. tostring(name) .. "' not found", 1, true) then refuse() end
    error(module, 0)
  end
end
package.preload.luv = function() error("luv runs on the app's loop, so a worker cannot require it", 0) end

-- Values of the host's classes: a table with the contents as its only item, and a metatable for each class.
local function define(kind, name, members, compare)
  local metatable = { __name = name, __metatable = name }
  function metatable.__index(value, key)
    local member = members[key]
    if not member then error("'" .. tostring(key) .. "' is not a member of " .. name .. " in a worker", 2) end
    return member(value[1])
  end
  function metatable.__newindex() error("a " .. name .. " cannot be changed", 2) end
  function metatable.__tostring(value) return name .. " (" .. members.description(value[1]) .. ")" end
  function metatable.__eq(a, b) return compare(a[1]) == compare(b[1]) end
  function metatable.__lt(a, b) return compare(a[1]) < compare(b[1]) end
  function metatable.__le(a, b) return compare(a[1]) <= compare(b[1]) end
  kinds[metatable] = kind
  kinds[kind] = function(contents) return setmetatable({ contents }, metatable) end
  return kinds[kind]
end

local function bytes(contents) return contents end
local function seconds(contents) return (unpack("d", contents)) end
local function text(contents) return (unpack("s4", contents)) end

local makeData = define(1, "Data", {
  bytes = bytes,
  count = function(contents) return #contents end,
  description = function(contents) return #contents .. " bytes" end,
}, bytes)
local makeDate = define(2, "Date", {
  timeIntervalSince1970 = seconds,
  description = function(contents) return date("!%Y-%m-%dT%H:%M:%SZ", seconds(contents) // 1 | 0) end,
}, seconds)
define(3, "AttributedString", { string = text, description = text }, bytes)

-- The part of the module `luahost` that does not need an app.
local ui
local function open()
  if ui then return ui end
  ui = {
    Data = function(contents)
      if type(contents) ~= "string" then error("ui.Data: expected a string of bytes", 2) end
      return makeData(contents)
    end,
    Date = function(secondsSince1970)
      if secondsSince1970 == nil then secondsSince1970 = time() end
      if type(secondsSince1970) ~= "number" then error("ui.Date: expected a number of seconds", 2) end
      return makeDate(pack("d", secondsSince1970))
    end,
    json = json(function() return codec end),
  }
  return setmetatable(ui, {
    __index = function(_, key)
      error("ui." .. tostring(key) .. " is not available in a worker, which has no screen; ui.Data, ui.Date and ui.json are", 2)
    end,
  })
end
package.preload.luahost = open
