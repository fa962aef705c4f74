-- The cases of these files have the same results if their apps run in processes of their own: each is run both ways, what its
-- steps return is recorded, and the records are compared.
local test = require "luahost.test"

local files = {
  "alerts", "choices", "columns", "containers", "custom", "extended", "keys", "late", "outline", "places", "rows", "rules", "sizes",
  "text", "using",
}

-- Returns a result that can be compared: without times, which are real, and with objects as their texts.
local function comparable(value)
  if type(value) == "userdata" then return tostring(value) end
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, part in pairs(value) do
    if key ~= "savedAt" and key ~= "time" then copy[key] = comparable(part) end
  end
  return copy
end

-- Returns an app whose steps are recorded, and a function that returns what it stands for.
local function recorded(app, record)
  local stand = setmetatable({}, {
    __index = function(_, name)
      local member = app[name]
      if type(member) ~= "function" then return member end
      return function(_, ...)
        local results = table.pack(member(app, ...))
        for index = 1, results.n do record[#record + 1] = { name, comparable(results[index]) } end
        return table.unpack(results, 1, results.n)
      end
    end,
  })
  return stand
end

-- Returns a `t` whose apps are launched in this way.
local function context(t, isIsolated, record)
  local apps = setmetatable({}, { __mode = "k" })
  return setmetatable({}, {
    __index = function(_, name)
      if name == "launch" then
        return function(_, path, options)
          local own = { isolated = isIsolated }
          for key, value in pairs(options or {}) do own[key] = value end
          local app = t:launch(path, own)
          local stand = recorded(app, record)
          apps[stand] = app
          return stand
        end
      elseif name == "expect" then
        return function(_, value, ...) return t:expect(apps[value] or value, ...) end
      end
      return function(_, ...) return t[name](t, ...) end
    end,
  })
end

for _, file in ipairs(files) do
  local before, after, cases = {}, {}, {}
  local collected = setmetatable({
    case = function(name, body) cases[#cases + 1] = { name = name, body = body } end,
    before = function(body) before[#before + 1] = body end,
    after = function(body) after[#after + 1] = body end,
    everywhere = function() end,
  }, { __index = test })
  local surroundings = setmetatable({
    require = function(name) return name == "luahost.test" and collected or require(name) end,
  }, { __index = _G })
  assert(loadfile(("%s/%s.test.lua"):format(test.folder, file), "t", surroundings))()
  for _, case in ipairs(cases) do
    test.case(("%s: %s"):format(file, case.name), function(t)
      local records = {}
      for _, isIsolated in ipairs { false, true } do
        local record = {}
        local own = context(t, isIsolated, record)
        for _, body in ipairs(before) do body(own) end
        case.body(own)
        for index = #after, 1, -1 do after[index](own) end
        records[#records + 1] = record
      end
      for index, result in ipairs(records[1]) do t:expect(records[2][index]):equals(result) end
      t:expect(#records[2]):equals(#records[1])
    end)
  end
end
