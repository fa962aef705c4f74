-- The Lua side of `luahost.test`. Receives the host's functions; returns the module, the function that creates the `t`
-- of a case, and the function that creates a found object.
local host = ...
local test = { folder = host.folder }

-- Returns the line of the test that called the library; nil after a tail call.
local function place()
  for level = 2, 50 do
    local info = debug.getinfo(level, "Sl")
    if not info then return end
    if info.what ~= "C" and info.source ~= "@luahost.test" then return info.short_src .. ":" .. info.currentline end
  end
end

-- Returns a message with the line of the test, at which errors of the library are raised.
local function placed(message)
  local place = place()
  return place and place .. ": " .. message or message
end

local function fail(message)
  local text = placed(message)
  error(setmetatable({}, { __tostring = function() return text end, __name = "failed expectation" }), 0)
end

local function strict(methods, what)
  return function(_, name)
    local method = rawget(methods, name)
    if method then return method end
    local names = {}
    for known in pairs(methods) do names[#names + 1] = known end
    error(placed(what .. " has no '" .. tostring(name) .. "'" .. host.suggestion(tostring(name), names)), 0)
  end
end

-- The apps and handles of found objects.
local handles = setmetatable({}, { __mode = "k" })

local function isTable(value) return type(value) == "table" and not handles[value] end

-- Whether a pair of tables was met before, as in tables with cycles. Notes the pair.
local function wereMet(a, b, seen)
  seen[a] = seen[a] or {}
  if seen[a][b] then return true end
  seen[a][b] = true
end

local function same(a, b, seen)
  if a == b then return true end
  if a ~= a and b ~= b then return true end
  if not isTable(a) or not isTable(b) then return false end
  if wereMet(a, b, seen) then return true end
  for key, value in next, a do
    if not same(value, rawget(b, key), seen) then return false end
  end
  for key in next, b do
    if rawget(a, key) == nil then return false end
  end
  return true
end

-- Returns the first place where two values differ, for tables that are too long to compare by eye; nil if there is none but
-- in the tables that are being compared.
local function difference(a, b, path, compared)
  if not isTable(a) or not isTable(b) then
    return ("%s: %s is not %s"):format(path, host.show(a), host.show(b))
  end
  if wereMet(a, b, compared) then return end
  local keys = {}
  for key in next, a do keys[#keys + 1] = key end
  for key in next, b do if rawget(a, key) == nil then keys[#keys + 1] = key end end
  table.sort(keys, function(x, y)
    if math.type(x) and math.type(y) then return x < y end
    return tostring(x) < tostring(y)
  end)
  for _, key in ipairs(keys) do
    local one, other = rawget(a, key), rawget(b, key)
    if not same(one, other, {}) then
      local place = difference(one, other, path .. "[" .. host.show(key) .. "]", compared)
      if place then return place end
    end
  end
end

-- Whether a message contains a text, or matches it as a pattern; nil fits any.
local function fits(message, text)
  if text == nil or message:find(text, 1, true) then return true end
  local isPattern, found = pcall(string.find, message, text)
  return isPattern and found ~= nil
end

-- Returns the first line in which two texts differ; nil if one of them has only one line.
local function differentLine(a, b)
  if not (a:find "\n" and b:find "\n") then return end
  local lines, others = a:gmatch "([^\n]*)\n?", b:gmatch "([^\n]*)\n?"
  local number, line, other = 0, nil, nil
  repeat
    number, line, other = number + 1, lines(), others()
    if line ~= other then return ("line %d: %s is not %s"):format(number, host.show(line), host.show(other)) end
  until line == nil
end

-- Lets methods refuse a call with a dot, which would take an argument for the object.
local function requireColon(methods, meta, object)
  for name, method in next, methods do
    methods[name] = function(self, ...)
      if rawequal(getmetatable(self), meta) then return method(self, ...) end
      error(placed(("write %s:%s(...), with a colon"):format(object, name)), 0)
    end
  end
end

local function value(self) return rawget(self, "value") end

local Expectation = {}
local meta = { __index = strict(Expectation, "an expectation"), __name = "expectation" }

local function check(self, holds, words)
  if holds == not rawget(self, "negated") then return end
  local isLong = type(value(self)) == "string" and value(self):find("\n")
  local text = (isLong and "this text " or host.show(value(self)) .. " ") .. (rawget(self, "negated") and "not " or "") .. words
  if isLong then text = text .. "\n" .. value(self) end
  fail("expected " .. text)
end

function Expectation:never()
  return setmetatable({ value = value(self), negated = not rawget(self, "negated") }, meta)
end

function Expectation:equals(other)
  local words = "to equal " .. host.show(other)
  if not rawget(self, "negated") and not same(value(self), other, {}) then
    local own = value(self)
    local place
    if isTable(own) and isTable(other) then
      local difference = difference(own, other, "", {})
      place = difference and "at " .. difference
    elseif type(own) == "string" and type(other) == "string" then
      local line = differentLine(own, other)
      place = line and "in " .. line
    end
    if place then words = words .. "\nthe first difference is " .. place end
  end
  check(self, same(value(self), other, {}), words)
end

function Expectation:contains(part)
  local whole, found = value(self), false
  if part == nil then fail("contains needs a value to look for, got nil") end
  if type(whole) == "string" then
    if type(part) ~= "string" and type(part) ~= "number" then
      fail("contains needs text to look for in a text, got " .. host.show(part))
    end
    found = whole:find(part, 1, true) ~= nil
  elseif type(whole) == "table" then
    for _, item in next, whole do
      if same(item, part, {}) then found = true end
    end
  else
    fail("contains needs text or a table to look in, got " .. host.show(whole))
  end
  check(self, found, "to contain " .. host.show(part))
end

function Expectation:matches(pattern)
  if type(value(self)) ~= "string" then fail("matches needs text, got " .. host.show(value(self))) end
  local isPattern, found = pcall(string.find, value(self), pattern)
  if not isPattern then fail("matches needs a pattern, got " .. host.show(pattern) .. ": " .. found:gsub("^.-:%d+: ", "")) end
  check(self, found ~= nil, "to match the pattern " .. host.show(pattern))
end

function Expectation:matchesSnapshot(name)
  local ok, difference = pcall(host.difference, value(self), name, place(), not rawget(self, "negated"))
  if not ok then fail(tostring(difference)) end
  if (difference == nil) == not rawget(self, "negated") then return end
  fail(difference or ("expected the screen not to be the snapshot " .. host.show(name)))
end

function Expectation:exists() check(self, value(self) ~= nil, "to exist") end
function Expectation:isNil() check(self, value(self) == nil, "to be nil") end
function Expectation:isTrue() check(self, value(self) == true, "to be true") end
function Expectation:isFalse() check(self, value(self) == false, "to be false") end

function Expectation:fails(pattern)
  if type(value(self)) ~= "function" then fail("fails needs a function to call, got " .. host.show(value(self))) end
  local ok, message = pcall(value(self))
  if ok then return check(self, false, "to fail") end
  message = tostring(message)
  if fits(message, pattern) == not rawget(self, "negated") then return end
  fail(("expected the function %sto fail%s; it failed with: %s"):format(
    rawget(self, "negated") and "not " or "", pattern and " with " .. host.show(pattern) or "", message))
end

-- Expects the app's errors that match.
function Expectation:failed(pattern)
  local ok, errors = pcall(host.errors, value(self))
  if not ok then fail("failed needs an app, got " .. host.show(value(self))) end
  local found
  for index, message in ipairs(errors) do
    if fits(message, pattern) then
      found = found or message
      if not rawget(self, "negated") then host.expectError(value(self), index) end
    end
  end
  if (found ~= nil) == not rawget(self, "negated") then return end
  local how = pattern and " with " .. host.show(pattern) or ""
  if found then fail("expected the app not to fail" .. how .. "; it failed with: " .. found) end
  fail("expected the app to fail" .. how .. "; "
    .. (#errors == 0 and "it did not" or "it failed with: " .. table.concat(errors, "\n")))
end

-- What the doctor finds in the app at this moment.
function Expectation:isSound()
  local ok, findings = pcall(host.findings, value(self))
  if not ok then fail(tostring(findings)) end
  -- The doctor that runs this test examines the app at its end.
  if findings == nil then return end
  if (#findings == 0) == not rawget(self, "negated") then return end
  fail("expected the app " .. (rawget(self, "negated") and "not " or "") .. "to be sound\n" .. table.concat(findings, "\n"))
end

requireColon(Expectation, meta, "t:expect(value)")

local function areSameObject(one, other)
  one, other = handles[one], handles[other]
  if not one or not other or one.app ~= other.app then return false end
  return one.handle == other.handle or host.same(one.app, one.handle, other.handle)
end

-- A view or controller of the app. Its properties are read in the app on access.
local function found(app, handle)
  local object = setmetatable({}, {
    __index = function(_, name)
      local ok, value, isFunction = pcall(host.read, app, handle, name)
      if not ok then error(placed(tostring(value)), 0) end
      if not isFunction then return value end
      return function(_, ...) return host.call(app, handle, name, ...) end
    end,
    __newindex = function(_, name)
      error(placed("properties are read here; set " .. tostring(name) .. " with app:eval"), 0)
    end,
    __eq = areSameObject,
    __tostring = function() return host.describe(app, handle) end,
    __name = "object",
  })
  handles[object] = { app = app, handle = handle }
  return object
end

local T = {}
function T:launch(path, options)
  local ok, app = pcall(host.launch, path, options)
  if ok then return app end
  error(placed(tostring(app)), 0)
end
function T:expect(value) return setmetatable({ value = value, negated = false }, meta) end

function test.everywhere(name, path, options, body)
  if body == nil and type(options) == "function" then options, body = nil, options end
  local launchOptions
  if type(options) == "table" then
    launchOptions = {}
    for key, option in next, options do if key ~= "events" then launchOptions[key] = option end end
  end
  local function case(t) body(t:launch(path, launchOptions), t) end
  local ok, message = pcall(host.everywhere, name, path, options, body, case)
  if not ok then error(placed(tostring(message)), 0) end
end

for _, name in ipairs { "case", "before", "after" } do
  test[name] = function(...)
    local ok, message = pcall(host[name], ...)
    if not ok then error(placed(tostring(message)), 0) end
  end
end
setmetatable(test, { __index = strict(test, "luahost.test") })

local case = { __index = strict(T, "t"), __name = "t" }
requireColon(T, case, "t")
return test, function() return setmetatable({}, case) end, found
