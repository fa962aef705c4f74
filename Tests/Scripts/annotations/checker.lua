-- Infers the types of a script's expressions, as an editor does, and checks that all members in use are in the
-- annotations. There is no flow analysis: a variable has the types of all values assigned to it.
local types = require "annotations.types"

local Checker = {}
Checker.__index = Checker

-- Each round uses the parameters, results and fields that the previous one inferred. The last round reports.
local rounds = 4

---------------------------------------------------------------------------------------------------------------------
-- Types

local function same(one, other)
  if one == other then return true end
  if one.kind ~= other.kind then return false end
  if one.kind == "class" then return one.name == other.name end
  if one.kind == "list" then return #one.item == #other.item and (not one.item[1] or same(one.item[1], other.item[1])) end
  return one.kind ~= "table" and one.kind ~= "function" and one.kind ~= "library"
end

local function merge(into, type)
  for _, one in ipairs(type) do
    local isNew = #into < 16
    for _, other in ipairs(into) do isNew = isNew and not same(one, other) end
    if isNew then into[#into + 1] = one end
  end
  return into
end

local function union(...)
  local result = {}
  for _, type in ipairs { ... } do merge(result, type) end
  return result
end

local function kind(name) return { { kind = name } } end

-- The result types of library functions.
local results = {
  [string.format] = "string", [string.sub] = "string", [string.rep] = "string", [string.upper] = "string",
  [string.lower] = "string", [string.gsub] = "string", [string.match] = "string", [string.char] = "string",
  [string.reverse] = "string", [table.concat] = "string", [tostring] = "string", [type] = "string",
  [string.find] = "integer", [string.byte] = "integer", [string.len] = "integer", [tonumber] = "number",
  [math.floor] = "integer", [math.max] = "number", [math.min] = "number", [os.time] = "integer",
  [utf8.len] = "integer", [utf8.char] = "string", [math.random] = "number", [math.tointeger] = "integer",
}

---------------------------------------------------------------------------------------------------------------------
-- Names

function Checker:report(line, text)
  if self.isReporting then self.problems[#self.problems + 1] = ("%s:%d: %s"):format(self.name, line, text) end
end

-- Stores a variable's type from one round to the next.
local function slot(node, place)
  node.slots = node.slots or {}
  node.slots[place] = node.slots[place] or {}
  return node.slots[place]
end

local function declare(scope, name, type) scope.variables[name] = type end
local function inner(scope, owner) return { variables = {}, parent = scope, owner = owner or scope.owner } end

function Checker:lookUp(scope, name)
  while scope do
    if scope.variables[name] then return scope.variables[name] end
    scope = scope.parent
  end
  if self.globals[name] then return self.globals[name] end
  local value = _G[name]
  if value ~= nil then return { { kind = "library", value = value } } end
  self.globals[name] = {}
  return self.globals[name]
end

---------------------------------------------------------------------------------------------------------------------
-- Members

-- Returns the type of a member of one kind of value; nil if it is unknown; false if the member does not exist.
function Checker:memberOf(one, name)
  if one.kind == "class" then
    local class = self.world.classes[one.name]
    if not class then return nil end
    return (self.world:member(class, name)) or false
  elseif one.kind == "table" then
    return one.fields[name] or (one.isClosed and not one.items and false or nil)
  elseif one.kind == "string" then
    return string[name] and { { kind = "library", value = string[name] } } or false
  elseif one.kind == "library" and type(one.value) == "table" and one.value ~= _G then
    local value = one.value[name]
    if value == nil then return false end
    return { { kind = "library", value = value } }
  elseif one.kind == "number" or one.kind == "integer" or one.kind == "boolean" or one.kind == "function" then
    return false
  end
end

-- Returns the type of a member of a type's values. Reports a member that none of them has.
function Checker:member(type, name, line)
  local found, isKnown, isMissing = {}, false, false
  for _, one in ipairs(self.world:expand(type)) do
    if one.kind ~= "nil" then
      local member = self:memberOf(one, name)
      if member then
        isKnown = true
        merge(found, member)
      elseif member == false then
        isMissing = isMissing or one.name or one.kind
      end
    end
  end
  if self.isReporting then
    self.total = self.total + 1
    if isKnown then
      self.resolved = self.resolved + 1
    else
      self.unknown[#self.unknown + 1] = ("%s:%d: %s"):format(self.name, line, name)
    end
  end
  local isUnsure = false
  for _, one in ipairs(type) do isUnsure = isUnsure or self:isOpen(one) end
  if isMissing and not isKnown and not isUnsure then
    self:report(line, ("%s has no '%s'"):format(isMissing, name))
  end
  return found
end

-- Whether a value may have unknown members.
function Checker:isOpen(one)
  return one.kind == "any" or one.kind == "table" and not one.isClosed or one.kind == "unknown"
    or one.kind == "class" and not self.world.classes[one.name] and not self.world.aliases[one.name]
end

-- Sets a field. Classes and tables of the script get the field if they lack it.
function Checker:setMember(type, name, value, line)
  local isTaken = false
  for _, one in ipairs(type) do
    local class = one.kind == "class" and self.world.classes[one.name]
    if class then
      local known, owner = self.world:member(class, name)
      if not known and class.isOwn then
        class.fields[name] = merge({}, value)
        isTaken = true
      elseif known and owner.isOwn and not owner.isDeclaredField then
        merge(known, value)
      end
    elseif one.kind == "table" and not one.isClosed then
      one.fields[name] = merge(one.fields[name] or {}, value)
      isTaken = true
    end
  end
  if isTaken then
    if self.isReporting then self.total, self.resolved = self.total + 1, self.resolved + 1 end
  else
    self:member(type, name, line)
  end
end

---------------------------------------------------------------------------------------------------------------------
-- Calls

local function replaced(type, name, with)
  if not name then return type end
  local result = {}
  for _, one in ipairs(type) do
    if one.kind == "class" and one.name == name then
      merge(result, with)
    elseif one.kind == "function" then
      local copy = { kind = "function", parameters = {}, results = one.results }
      for place, parameter in ipairs(one.parameters) do
        copy.parameters[place] = { name = parameter.name, type = replaced(parameter.type, name, with) }
      end
      result[#result + 1] = copy
    else
      result[#result + 1] = one
    end
  end
  return result
end

-- A class of the script that extends another.
function Checker:subclass(node, parent, name)
  local own = node.class or name or ("%s:%d"):format(self.name, node.line)
  node.class = own
  local class = self.world:class(own)
  if not class.isDeclared then class.parents, class.isOwn, class.isDeclared = { parent }, true, true end
  return { { kind = "class", name = own } }
end

-- Returns the types of a call's results.
function Checker:call(node, callee, receiver, scope, line)
  local values = {}
  local isTyped = false
  for _, one in ipairs(self.world:expand(callee)) do
    if one.kind == "function" then
      isTyped = true
      local generic = one.generic
      local of = receiver or {}
      for place, argument in ipairs(node.arguments) do
        local parameter = one.parameters[place + (not receiver and one.isMethod and -1 or 0)]
        local expected = parameter and replaced(parameter.type, generic, of) or {}
        local given = self:infer(argument, scope, expected)
        if one.node then
          local own = one.node.isMethod and not receiver and place - 1 or place
          if own >= 1 and one.node.parameters[own] then merge(slot(one.node, own), given) end
        end
        if generic and #of == 0 then of = given end
      end
      for place, result in ipairs(one.results) do
        values[place] = merge(values[place] or {}, replaced(result, generic, of))
      end
    elseif one.kind == "class" and self.world.classes[one.name] then
      local call = self.world:call(self.world.classes[one.name])
      if call then
        isTyped = true
        values[1] = merge(values[1] or {}, self:construct(node, one, call, scope))
      end
    elseif one.kind == "library" then
      isTyped = true
      local given = {}
      for place, argument in ipairs(node.arguments) do given[place] = self:infer(argument, scope, {}) end
      if one.value == setmetatable or one.value == assert then
        values[1] = given[1]
      elseif one.value == require then
        local module = node.arguments[1] and self.world.modules[node.arguments[1].value]
        values[1] = module and { { kind = "class", name = module } } or {}
      elseif results[one.value] then
        values[1] = kind(results[one.value])
      end
    end
  end
  if not isTyped then
    for _, argument in ipairs(node.arguments) do self:infer(argument, scope, {}) end
  end
  return values
end

-- `Class { … }`: an instance with known properties.
function Checker:construct(node, one, call, scope)
  local class = self.world.classes[one.name]
  local properties = call.parameters[1].type
  local argument = node.arguments[1]
  local made = { { kind = "class", name = one.name } }
  -- An app is an object with its own methods.
  if one.name == "luahost.Application" then made = self:subclass(node, one.name, node.annotated) end
  if not argument then return made end
  if argument.kind ~= "table" then
    self:infer(argument, scope, {})
    return made
  end
  local known = self.world.classes[properties[1].name]
  for _, item in ipairs(argument.items) do
    local expected = {}
    if item.name then
      local property = self.world:member(known, item.name)
      expected = property or {}
      if self.isReporting and (property or class.isOwn) then
        self.total, self.resolved = self.total + 1, self.resolved + 1
      elseif not property and not class.isOwn then
        self:report(item.line, ("%s has no property '%s'"):format(one.name, item.name))
      end
      local value = self:infer(item.value, scope, expected)
      if not property and class.isOwn and not self.world:member(class, item.name) then class.fields[item.name] = value end
    else
      self:infer(item.value, scope, self.world:items(known) or {})
    end
  end
  return made
end

---------------------------------------------------------------------------------------------------------------------
-- Expressions

local expressions = {}

-- Returns the type of an expression; for a call, that of each result.
function Checker:infer(node, scope, expected)
  local infer = expressions[node.kind]
  if not infer then return {} end
  return infer(self, node, scope, expected or {})
end

expressions["true"] = function() return kind "boolean" end
expressions["false"] = expressions["true"]
expressions["nil"] = function() return kind "nil" end
expressions.number = function() return kind "number" end
expressions.string = function() return kind "string" end
expressions.parenthesis = function(self, node, scope, expected) return self:infer(node.value, scope, expected) end
expressions.name = function(self, node, scope) return self:lookUp(scope, node.name) end

function expressions.field(self, node, scope)
  return self:member(self:infer(node.object, scope), node.name, node.line)
end

local function itemsOf(self, type)
  local result = {}
  for _, one in ipairs(self.world:expand(type)) do
    if one.kind == "list" then
      merge(result, one.item)
    elseif one.kind == "table" then
      merge(result, one.items or {})
    elseif one.kind == "class" and self.world.classes[one.name] then
      merge(result, self.world:items(self.world.classes[one.name]) or {})
    end
  end
  return result
end

function expressions.index(self, node, scope)
  local object = self:infer(node.object, scope)
  self:infer(node.key, scope)
  if node.key.kind == "string" then return self:member(object, node.key.value, node.line) end
  return itemsOf(self, object)
end

function expressions.method(self, node, scope, _, wantsAll)
  local receiver = self:infer(node.object, scope)
  local callee = self:member(receiver, node.name, node.line)
  if node.name == "subclass" and receiver[1] and receiver[1].kind == "class" and #callee > 0 then
    return self:subclass(node, receiver[1].name, node.annotated)
  end
  local values = self:call(node, callee, receiver, scope, node.line)
  node.values = values
  return values[1] or {}
end

function expressions.call(self, node, scope)
  local values = self:call(node, self:infer(node.callee, scope), nil, scope, node.line)
  node.values = values
  return values[1] or {}
end

function expressions.binary(self, node, scope, expected)
  local left = self:infer(node.left, scope, expected)
  local right = self:infer(node.right, scope, expected)
  if node.operator == "and" then return right end
  if node.operator == "or" then return union(left, right) end
  if node.operator == ".." then
    for _, one in ipairs(union(left, right)) do
      if one.kind == "class" then return { one } end
    end
    return kind "string"
  end
  if ("< > <= >= == ~="):find(node.operator, 1, true) then return kind "boolean" end
  return kind "number"
end

function expressions.prefix(self, node, scope)
  self:infer(node.value, scope)
  return kind(node.operator == "not" and "boolean" or "number")
end

function expressions.table(self, node, scope, expected)
  node.made = node.made or { kind = "table", fields = {} }
  local made = node.made
  local items = itemsOf(self, expected)
  for _, item in ipairs(node.items) do
    if item.name then
      local wanted, isClosed = {}, nil
      for _, one in ipairs(self.world:expand(expected)) do
        local class = one.kind == "class" and self.world.classes[one.name]
        if class then
          local field = self.world:member(class, item.name)
          if field then wanted = union(wanted, field) end
          if isClosed == nil then isClosed = field == nil and not class.isOwn and one.name end
          if field then isClosed = false end
        elseif one.kind == "table" and one.fields[item.name] then
          wanted, isClosed = union(wanted, one.fields[item.name]), false
        elseif self:isOpen(one) then
          isClosed = false
        end
      end
      if isClosed then
        self:report(item.line, ("%s has no '%s'"):format(isClosed, item.name))
      elseif self.isReporting and #wanted > 0 then
        self.total, self.resolved = self.total + 1, self.resolved + 1
      end
      made.fields[item.name] = merge(made.fields[item.name] or {}, self:infer(item.value, scope, wanted))
    else
      if item.key then self:infer(item.key, scope) end
      made.items = merge(made.items or {}, self:infer(item.value, scope, items))
    end
  end
  -- A function expected for a class belongs to the class.
  for _, one in ipairs(self.world:expand(expected)) do
    if one.kind == "class" then return union({ one }, { made }) end
  end
  return { made }
end

expressions["function"] = function(self, node, scope, expected, receiver)
  local made = node.made
  if not made then
    made = { kind = "function", parameters = {}, results = {}, node = node, isMethod = node.isMethod }
    node.made = made
    for place, name in ipairs(node.parameters) do
      made.parameters[place] = { name = name, type = slot(node, place) }
    end
  end
  local own = inner(scope, made)
  if node.isMethod then declare(own, "self", receiver or {}) end
  for _, one in ipairs(self.world:expand(expected)) do
    if one.kind == "function" then
      local shift = 0
      local first = one.parameters[1]
      if node.isMethod and first and first.name == "self" then shift = 1 end
      for place = 1, #node.parameters do
        local parameter = one.parameters[place + shift]
        if parameter then merge(slot(node, place), parameter.type) end
      end
    end
  end
  for place, name in ipairs(node.parameters) do declare(own, name, slot(node, place)) end
  self:block(node.body, own)
  return { made }
end

---------------------------------------------------------------------------------------------------------------------
-- Statements

local statements = {}

function Checker:block(list, scope)
  for _, node in ipairs(list) do
    local follow = statements[node.kind]
    if follow then follow(self, node, scope) end
  end
end

-- Returns the class named by the notes before a statement.
local function annotated(node)
  for _, note in ipairs(node.notes) do
    local name = note:match "^%-%-%-@class ([%w_.]+)" or note:match "^%-%-%-@type ([%w_.]+)$"
    if name then return name end
  end
end

-- Returns the types of a number of values of an expression list.
function Checker:inferAll(nodes, count, scope, expected)
  local values = {}
  for place, node in ipairs(nodes) do
    values[place] = self:infer(node, scope, expected and expected[place])
    if place == #nodes and node.values then
      for more = 2, #node.values do values[place + more - 1] = node.values[more] end
    end
  end
  for place = 1, count do values[place] = values[place] or {} end
  return values
end

statements["local"] = function(self, node, scope)
  local class = annotated(node)
  if class and node.values[1] then node.values[1].annotated = class end
  local values = self:inferAll(node.values, #node.names, scope)
  for place, name in ipairs(node.names) do
    local type = slot(node, place)
    merge(type, class and place == 1 and { { kind = "class", name = class } } or values[place])
    declare(scope, name, type)
  end
end

statements["local function"] = function(self, node, scope)
  local type = slot(node, 1)
  declare(scope, node.name, type)
  merge(type, self:infer(node.value, scope))
end

function statements.assignment(self, node, scope)
  local class = annotated(node)
  if class then node.values[1].annotated = class end
  local expected = {}
  for place, target in ipairs(node.targets) do
    if target.kind == "field" then
      -- A function's parameters are inferred from the place of the function.
      local isReporting = self.isReporting
      self.isReporting = false
      expected[place] = self:member(self:infer(target.object, scope), target.name, target.line)
      self.isReporting = isReporting
    end
  end
  local values = self:inferAll(node.values, #node.targets, scope, expected)
  for place, target in ipairs(node.targets) do
    local value = class and place == 1 and { { kind = "class", name = class } } or values[place]
    if target.kind == "name" then
      merge(self:lookUp(scope, target.name), value)
    elseif target.kind == "field" then
      self:setMember(self:infer(target.object, scope), target.name, value, target.line)
    else
      local object = self:infer(target.object, scope)
      self:infer(target.key, scope)
      for _, one in ipairs(object) do
        if one.kind == "table" and not one.isClosed then one.items = merge(one.items or {}, value) end
      end
    end
  end
end

statements["function statement"] = function(self, node, scope)
  if node.target.kind == "name" then
    merge(self:lookUp(scope, node.target.name), self:infer(node.value, scope))
    return
  end
  local receiver = self:infer(node.target.object, scope)
  local expected = {}
  for _, one in ipairs(receiver) do
    local class = one.kind == "class" and self.world.classes[one.name]
    for _, parent in ipairs(class and class.parents or {}) do
      local known = self.world.classes[parent]
      expected = union(expected, known and self.world:member(known, node.target.name) or {})
    end
  end
  local made = expressions["function"](self, node.value, scope, expected, receiver)
  for _, one in ipairs(receiver) do
    local class = one.kind == "class" and self.world.classes[one.name]
    if class and class.isOwn then
      class.fields[node.target.name] = made
    elseif class then
      self:member(receiver, node.target.name, node.line)
    elseif one.kind == "table" then
      one.fields[node.target.name] = made
    end
  end
end

statements["call statement"] = function(self, node, scope) self:infer(node.value, scope) end
statements["do"] = function(self, node, scope) self:block(node.body, inner(scope)) end

statements["while"] = function(self, node, scope)
  self:infer(node.condition, scope)
  self:block(node.body, inner(scope))
end

statements["repeat"] = function(self, node, scope)
  local own = inner(scope)
  self:block(node.body, own)
  self:infer(node.condition, own)
end

statements["if"] = function(self, node, scope)
  for _, clause in ipairs(node.clauses) do
    if clause.condition then self:infer(clause.condition, scope) end
    self:block(clause.body, inner(scope))
  end
end

statements["numeric for"] = function(self, node, scope)
  for _, bound in ipairs(node.bounds) do self:infer(bound, scope) end
  local own = inner(scope)
  declare(own, node.name, kind "number")
  self:block(node.body, own)
end

statements["for"] = function(self, node, scope)
  local values = self:inferAll(node.values, 1, scope)
  local own = inner(scope)
  for _, name in ipairs(node.names) do declare(own, name, {}) end
  local first = node.values[1]
  local called = first.kind == "call" and self:infer(first.callee, scope)
  local library = called and called[1] and called[1].kind == "library" and called[1].value
  if library == ipairs or library == pairs then
    local isReporting = self.isReporting
    self.isReporting = false
    local object = self:infer(first.arguments[1], scope)
    self.isReporting = isReporting
    local item = merge({}, itemsOf(self, object))
    if library == pairs then
      for _, one in ipairs(object) do
        for _, field in pairs(one.kind == "table" and one.fields or {}) do merge(item, field) end
      end
    end
    declare(own, node.names[1], kind(library == ipairs and "integer" or "string"))
    if node.names[2] then declare(own, node.names[2], item) end
  elseif first.kind == "method" and first.name == "gmatch" or first.kind == "method" and first.name == "lines" then
    for _, name in ipairs(node.names) do declare(own, name, kind "string") end
  elseif values[1][1] and values[1][1].kind == "function" then
    for place, name in ipairs(node.names) do declare(own, name, values[1][1].results[place] or {}) end
  end
  self:block(node.body, own)
end

statements["return"] = function(self, node, scope)
  for place, value in ipairs(self:inferAll(node.values, #node.values, scope)) do
    if scope.owner then scope.owner.results[place] = merge(scope.owner.results[place] or {}, value) end
  end
end

---------------------------------------------------------------------------------------------------------------------

local checker = {}

--- Checks a script. `meta`: the texts of the annotations; `globals`: the class names by the names of existing
--- variables.
---
--- Returns `problems`, the members in use that are missing in the annotations, with file and line; `total`, the number
--- of uses of members; and `resolved`, the number of these with a known type.
function checker.check(statements, name, source, meta, globals)
  local world = types.world()
  for _, text in ipairs(meta) do world:readAnnotations(text) end
  world:readAnnotations(source, true)
  local self = setmetatable({ world = world, name = name, globals = {}, problems = {}, unknown = {}, total = 0, resolved = 0 }, Checker)
  for variable, class in pairs(globals or {}) do self.globals[variable] = { { kind = "class", name = class } } end
  for round = 1, rounds do
    self.isReporting = round == rounds
    self:block(statements, { variables = {} })
  end
  return self
end

return checker
