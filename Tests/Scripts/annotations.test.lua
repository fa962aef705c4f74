-- The annotations of scripts/meta, as an editor uses them: they must cover all that scripts use.
local test = require "luahost.test"
local parser = require "annotations.parser"
local checker = require "annotations.checker"

local root = test.folder .. "/../.."

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read "a"
end

local meta = { read(root .. "/scripts/meta/luahost.lua"), read(root .. "/scripts/meta/luahost.test.lua") }

local function files(...)
  local list = {}
  for _, pattern in ipairs { ... } do
    local names <close> = assert(io.popen(("ls '%s'/%s"):format(root, pattern)))
    for name in names:lines() do list[#list + 1] = name end
  end
  return list
end

local function check(source, name, globals)
  return checker.check(parser.parse(source, name), name, source, meta, globals)
end

local function checkAll(paths)
  local problems, total, resolved = {}, 0, 0
  for _, path in ipairs(paths) do
    local found = check(read(path), path:match "[^/]+$")
    table.move(found.problems, 1, #found.problems, #problems + 1, problems)
    total, resolved = total + found.total, resolved + found.resolved
  end
  return problems, resolved / total, total
end

test.case("the annotations cover all names in the example apps, and nine of ten types are known", function(t)
  local problems, share, total = checkAll(files "scripts/apps/*.lua")
  t:expect(problems):equals {}
  t:expect(total > 2500):isTrue()
  t:expect(share > 0.9):isTrue()
end)

test.case("the annotations cover all names in the test scripts", function(t)
  local problems, share, total = checkAll(files "Tests/Scripts/*.lua")
  t:expect(problems):equals {}
  t:expect(total > 3000):isTrue()
  t:expect(share > 0.9):isTrue()
end)

test.case("the annotations cover all names in a new app", function(t)
  local problems, share = checkAll(files("Sources/luahost/New/Template/*.lua", "Sources/luahost/New/Template/*/*.lua"))
  t:expect(problems):equals {}
  t:expect(share > 0.7):isTrue()
end)

test.case("the annotations cover every name in the samples of the guides", function(t)
  local globals = { ui = "luahost", test = "luahost.test" }
  local count = 0
  for _, path in ipairs(files("README.md", "Sources/LuaScreens/LuaScreens.docc/*.md")) do
    local text, name = read(path), path:sub(#root + 2)
    for before, sample in text:gmatch "()\n```lua\n(.-)\n```" do
      local line = select(2, text:sub(1, before):gsub("\n", "")) + 2
      local parsed, statements = pcall(parser.parse, sample, name)
      -- Some are parts of a statement.
      if parsed then
        count = count + 1
        for _, problem in ipairs(checker.check(statements, "sample", sample, meta, globals).problems) do
          t:expect(("%s, in the sample at line %d, %s"):format(name, line, problem)):isNil()
        end
      end
    end
  end
  t:expect(count > 8):isTrue()
end)

-- Returns every name of a built-in member that a text reads, calls or defines, with its place.
local function members(source)
  local names, list = {}, {}
  for _, text in ipairs(meta) do
    for name in text:gmatch "%-%-%-@field ([%a_][%w_]*)" do names[name] = true end
    for name in text:gmatch "function [%w_]+[.:]([%w_]+)%(" do names[name] = true end
  end
  for from, name, to in source:gmatch "[.:]()([%a_][%w_]*)()" do
    if names[name] and #name > 3 then list[#list + 1] = { from = from, to = to, name = name } end
  end
  return list
end

test.case("a misspelt member is found at its line", function(t)
  for _, name in ipairs { "stateapp.lua", "delegate.lua", "hypnonerd.lua", "planets.test.lua" } do
    local source = read(root .. "/scripts/apps/" .. name)
    local count, found = 0, 0
    for _, member in ipairs(members(source)) do
      local line = select(2, source:sub(1, member.from):gsub("\n", "")) + 1
      local before = source:sub(1, member.from - 1):match "[^\n]*$"
      -- A script may define any name on its own classes; methods of strings are Lua's.
      local isOwn = before:find "^%s*function" or source:find("^%s*=[^=]", member.to) or before:find "%-%-" or before:find '"'
      if not isOwn then
        count = count + 1
        local misspelt = source:sub(1, member.from - 1) .. member.name .. "x" .. source:sub(member.to)
        for _, problem in ipairs(check(misspelt, name).problems) do
          if problem:find(("^%s:%d: .*'%sx'"):format(name:gsub("%p", "%%%0"), line, member.name)) then
            found = found + 1
            break
          end
        end
      end
    end
    t:expect(count > 10):isTrue()
    t:expect(("%s: %d of %d"):format(name, found, count)):equals(("%s: %d of %d"):format(name, count, count))
  end
end)

-- Returns the problems of a text, joined.
local function problems(source) return table.concat(check('local ui = require "luahost"\n' .. source, "s").problems, "; ") end

test.case("misspelt names are found in every syntactic position", function(t)
  for source, expected in pairs {
    ["ui.Lable {}"] = "s:2: luahost has no 'Lable'",
    ["ui.Label { txet = 'x' }"] = "s:2: luahost.Label has no property 'txet'",
    ["ui.VStack { ui.Label { alignmnt = 'left' } }"] = "s:2: luahost.Label has no property 'alignmnt'",
    ["ui.Button { action = function(button) print(button.titel) end }"] = "s:2: luahost.Button has no 'titel'",
    ["local l = ui.Label()\nl.txet = 'x'"] = "s:3: luahost.Label has no 'txet'",
    ["ui.task(function() ui.run { 'ls', timeot = 1 } end)"] = "s:2: luahost.Command has no 'timeot'",
    ["ui.task(function() print(ui.run({ 'ls' }).stauts) end)"] = "s:2: luahost.CommandResult has no 'stauts'",
    ["local A = ui.ViewController:subclass 'A'\nfunction A:encodeRestorableState(coder) coder:encod('a', 1) end"]
      = "s:3: luahost.Coder has no 'encod'",
    ["local A = ui.ViewController:subclass 'A'\nfunction A:loadView() self.b = ui.Label() self.b.c() end"]
      = "s:3: luahost.Label has no 'c'",
    ["---@class A : luahost.ViewController\nlocal A = ui.ViewController:subclass 'A'\nfunction A:f() self:g() end"]
      = "s:4: A has no 'g'",
    ["local A = ui.ViewController:subclass 'A'\nfunction A:f() self:task(function(c) c:g() end) end"] = "s:2 has no 'g'",
    ["---@class A : luahost.ViewController, luahost.TableViewDataSource\nlocal A = ui.ViewController:subclass 'A'\n"
      .. "function A:didSelectRow(tableView) tableView:relaod() end"] = "s:4: luahost.TableView has no 'relaod'",
    ["local app = ui.Application { identifer = 'x' }"] = "s:2: luahost.Application has no property 'identifer'",
    ["local app = ui.Application {}\nfunction app:f() self.window:makeKeyAndVisble() end"]
      = "s:3: luahost.Window has no 'makeKeyAndVisble'",
    ["ui.ViewController { keyCommands = { { titel = 'x' } } }"] = "s:2: luahost.KeyCommand has no 'titel'",
    ["print(ui.truncate('a', 1):uper())"] = "s:2: string has no 'uper'",
    ["local test = require 'luahost.test'\ntest.case('a', function(t) local app = t:launch('a', {}) app:tpa() end)"]
      = "s:3: luahost.test.App has no 'tpa'",
    ["local test = require 'luahost.test'\ntest.case('a', function(t) t:launch('a', { sise = {} }) end)"]
      = "s:3: luahost.test.LaunchOptions has no 'sise'",
  } do
    local found = problems(source)
    t:expect(found):contains(expected:match "has no.*")
    t:expect(found):contains(expected:match "^s:%d")
  end
end)

test.case("names that a script may define are not reported", function(t)
  for _, source in ipairs {
    "local A = ui.ViewController:subclass 'A'\nfunction A:f() self.own = 1 return self.own end\nA { own = 2 }",
    "---@class A : luahost.ViewController\n---@field item table\nlocal A = ui.ViewController:subclass 'A'\n"
      .. "function A:f() return self.item.anything end",
    "local app = ui.Application {}\nfunction app:f() self.own = {} return self.own.x end",
    "local t = setmetatable({}, {}) t.a = { b = 1 } return t.a.b, t.c",
    "local w = ui.Window {}\nw.rootViewController.own = 1",
    "ui.TableView { dataSource = { numberOfRowsInSection = function(self, tableView) return #tableView.rows end } }",
  } do
    t:expect(problems(source)):equals ""
  end
end)
