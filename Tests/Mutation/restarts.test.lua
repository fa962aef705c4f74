-- Drives an app by its walks, once undisturbed, and once for each step with a kill and a relaunch after it, and another one at
-- the end. Writes to FORESIGHT_RESULT a line for each difference, independently of everything that luahost itself looks at.
local test = require "luahost.test"
local walks = dofile(test.folder .. "/walks.lua")
local path, name = os.getenv "FORESIGHT_APP", os.getenv "FORESIGHT_WALK"
local result = assert(io.open(os.getenv "FORESIGHT_RESULT", "w"))

-- Only controllers: whether a view is in the tree depends on its identifier.
local function controllers(node)
  local parts = {}
  for _, child in ipairs(node.children) do
    if child.class:find "Controller$" or child.class:find "Screen$" or child.class:find "Page$" then
      parts[#parts + 1] = controllers(child)
    end
  end
  return node.class .. "(" .. table.concat(parts, " ") .. ")"
end

-- The identifiers of a tree, and whether two siblings have the same.
local function identifiers(node, list)
  local seen = {}
  for _, child in ipairs(node.children) do
    local identifier = child.identifier
    if identifier then
      list.isTwice = list.isTwice or seen[identifier]
      seen[identifier] = true
    end
    list[#list + 1] = tostring(identifier)
    identifiers(child, list)
  end
  return list
end

-- What the user sees: the screen without the line of key hints and without what moves by itself, the cursor, and the
-- controllers.
local function look(app, errors)
  local found, cursor = {}, "no cursor"
  local ok, screen = pcall(app.snapshot, app)
  if not ok then return { "no screen: " .. tostring(screen):match "[^\n]*" } end
  for line in (screen .. "\n"):gmatch "(.-)\n" do
    if line:find "^cursor %d+,%d+$" then
      cursor = line
    elseif not line:find "Activity" and not line:find "Unknown end" then
      found[#found + 1] = line
    end
  end
  -- The last line has hints.
  while found[#found] == "" do found[#found] = nil end
  found[#found] = nil
  found[#found + 1] = cursor
  local hasTree, tree = pcall(app.tree, app)
  found[#found + 1] = hasTree and controllers(tree) or "no tree"
  for _, message in ipairs(app:errors()) do errors[#errors + 1] = message:match "[^\n]*" end
  return found
end

local function difference(left, right)
  for index = 1, math.max(#left, #right) do
    if left[index] ~= right[index] then
      return ("%s | %s"):format(left[index] or "nothing", right[index] or "nothing")
    end
  end
end

-- Returns the first message that is not among the expected ones, but for the numbers in it.
local function unexpected(messages, expected)
  local known = {}
  for _, message in ipairs(expected) do known[(message:gsub("%d+", ""))] = true end
  for _, message in ipairs(messages) do
    if not known[(message:gsub("%d+", ""))] then return message end
  end
end

local function launch(t, walk)
  local app = t:launch(path, {
    size = walk.size, options = walk.options and walk.options(), errors = "allowed",
  })
  return app
end

local function restart(app)
  app:kill()
  app:relaunch()
end

-- What does not show yet may show on a smaller screen.
for _, walk in ipairs(walks[name]) do
  walk[#walk + 1] = function(app) app:resize(walk.size[1] - 10, math.max(10, walk.size[2] // 2)) end
end

-- Performs the steps of a walk, with a restart after step `disturbed` and at the end, or undisturbed. Returns what was seen
-- after each step, the errors, and the identifiers after all steps.
local function perform(t, walk, disturbed)
  local app = launch(t, walk)
  local seen, errors, names = {}, {}, {}
  for index = 0, #walk do
    if index > 0 then
      local ok, message = pcall(walk[index], app)
      if not ok then errors[#errors + 1] = ("step %d: %s"):format(index, tostring(message):match "[^\n]*") end
    end
    if disturbed and (index == disturbed or index == #walk) then
      local ok, message = pcall(restart, app)
      if not ok then errors[#errors + 1] = "the relaunch failed: " .. tostring(message):match "[^\n]*" end
    end
    -- Commands take their time.
    if walk.isAsynchronous then pcall(app.waitFor, app, function() return false end, 0.12) end
    seen[index] = look(app, errors)
    local hasTree, tree = pcall(app.tree, app)
    if hasTree then
      names[#names + 1] = tostring(tree.identifier)
      identifiers(tree, names)
    end
  end
  app:kill()
  return seen, errors, names
end

local hasLost = false

for number, walk in ipairs(walks[name]) do
  test.case(name .. " " .. number, function(t)
    -- One loss is enough.
    if hasLost then return end
    local expected, errors, names = perform(t, walk)
    for _, message in ipairs(errors) do result:write("undisturbed\t", message, "\n") end
    if names.isTwice then result:write "twice\n" end
    local _, _, others = perform(t, walk)
    if difference(names, others) then result:write "unstable\n" end
    for disturbed = 0, #walk do
      local seen, messages = perform(t, walk, disturbed)
      local found = unexpected(messages, errors)
      for index = disturbed, #walk do
        found = found or difference(expected[index], seen[index])
        if found then
          result:write(("lost\twalk %d, restart after step %d: %s\n"):format(number, disturbed, found))
          break
        end
      end
      hasLost = hasLost or found
      if found then return end
    end
    result:write("done\n")
  end)
end
