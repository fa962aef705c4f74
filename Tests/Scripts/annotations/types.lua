-- LuaCATS types, as lua-language-server parses them. A type is a list of alternatives: `{ kind = "class", name = }`, `{
-- kind = "function", parameters =, results = }`, `{ kind = "list", item = }`, `{ kind = "table", fields = }`, and
-- others with a kind only.
local types = {}

local plain = {
  string = true, number = true, integer = true, boolean = true, ["nil"] = true, any = true, table = true, userdata = true,
  ["true"] = true, ["false"] = true, unknown = true, void = true, lightuserdata = true, thread = true, ["function"] = true,
}

---------------------------------------------------------------------------------------------------------------------
-- Parsing

--- Parses the type at the beginning of a text. Returns it and the rest of the text.
function types.read(text)
  local at = 1
  local union

  local function space() at = text:match("^ *()", at) end
  local function accept(word)
    space()
    if text:sub(at, at + #word - 1) ~= word then return false end
    at = at + #word
    return true
  end
  local function expect(word)
    if not accept(word) then error(("expected %s at: %s"):format(word, text:sub(at)), 0) end
  end

  local function results()
    local list = {}
    repeat
      list[#list + 1] = union()
      accept "..."
    until not accept ","
    return list
  end

  local function signature()
    local parameters = {}
    expect "("
    while not accept ")" do
      space()
      local name, after = text:match("^([%w_.]+)()", at)
      at = after
      local isOptional = accept "?"
      parameters[#parameters + 1] = { name = name, isOptional = isOptional, type = accept ":" and union() or {} }
      accept ","
    end
    return { kind = "function", parameters = parameters, results = accept ":" and results() or {} }
  end

  local function single()
    space()
    if accept "(" then
      local inner = union()
      expect ")"
      return inner
    elseif accept "{" then
      local made = { kind = "table", fields = {}, isClosed = true }
      while not accept "}" do
        if accept "[" then
          union()
          expect "]"
          expect ":"
          made.items = union()
        else
          local name = text:match("^ *([%w_]+)", at)
          at = text:match("^ *[%w_]+()", at)
          accept "?"
          expect ":"
          made.fields[name] = union()
        end
        accept ","
      end
      return { made }
    end
    local quote = text:match('^"[^"]*"()', at) or text:match("^%-?%d+()", at)
    if quote then
      local isText = text:sub(at, at) == '"'
      at = quote
      return { { kind = isText and "string" or "number" } }
    end
    local name, after = text:match("^([%a_][%w_.]*)()", at)
    if not name then error("expected a type at: " .. text:sub(at), 0) end
    at = after
    if name == "fun" then return { signature() } end
    if text:sub(at, at) == "<" then
      at = at + 1
      local inner = {}
      repeat inner[#inner + 1] = union() until not accept ","
      expect ">"
      return { { kind = "table", fields = {}, items = inner[#inner] } }
    end
    -- The fields of a plain table are unknown.
    if plain[name] then return { { kind = name == "table" and "any" or name } } end
    return { { kind = "class", name = name } }
  end

  function union()
    local result = {}
    repeat
      local part = single()
      while true do
        if text:sub(at, at + 1) == "[]" then
          at = at + 2
          part = { { kind = "list", item = part } }
        elseif text:sub(at, at) == "?" then
          at = at + 1
        else
          break
        end
      end
      for _, one in ipairs(part) do result[#result + 1] = one end
    until not accept "|"
    return result
  end

  local result = union()
  return result, text:sub(at)
end

---------------------------------------------------------------------------------------------------------------------
-- Worlds: the known classes

local World = {}
World.__index = World

--- Creates a world without classes.
function types.world() return setmetatable({ classes = {}, aliases = {}, modules = {} }, World) end

--- Returns a class, creating it at its first mention.
function World:class(name)
  local class = self.classes[name]
  if not class then
    class = { name = name, parents = {}, fields = {}, calls = {} }
    self.classes[name] = class
  end
  return class
end

--- Reads the annotations of a text. `isOwn`: whether they are a script's, whose classes may have further members.
function World:readAnnotations(source, isOwn)
  local class, block, locals = nil, {}, {}
  for line in (source .. "\n"):gmatch "([^\n]*)\n" do
    local note = line:match "^%-%-%-@(.*)"
    if note then
      local tag, rest = note:match "^(%S+) ?(.*)"
      if tag == "class" then
        local name, parents = rest:match "^([%w_.]+)%s*:?%s*(.*)"
        class = self:class(name)
        class.isDeclared, class.isOwn = true, isOwn
        for parent in parents:gmatch "[%w_.]+" do class.parents[#class.parents + 1] = parent end
      elseif tag == "field" and class then
        local key, of = rest:match "^%[(%w+)%] (.*)"
        if key then
          class.items = types.read(of)
        else
          local name, what = rest:match "^([%w_]+)%?? (.*)"
          class.fields[name] = types.read(what)
        end
      elseif tag == "overload" and class then
        class.calls[#class.calls + 1] = types.read(rest)[1]
      elseif tag == "alias" then
        local name, of = rest:match "^([%w_.]+) (.*)"
        self.aliases[name] = types.read(of)
      elseif tag == "meta" then
        self.modules[rest] = rest
      elseif tag == "generic" or tag == "param" or tag == "return" then
        block[#block + 1] = { tag = tag, rest = rest }
      end
    elseif not line:find "^%-%-%-" then
      local owner = line:match "^local ([%w_]+) = {}"
      if owner and class then locals[owner] = class end
      local of, separator, name = line:match "^function ([%w_]+)([.:])([%w_]+)%("
      if of and locals[of] then locals[of].fields[name] = { self:signature(block, separator == ":") } end
      class, block = nil, {}
    end
  end
end

function World:signature(block, isMethod)
  local made = { kind = "function", parameters = {}, results = {}, isMethod = isMethod }
  for _, line in ipairs(block) do
    if line.tag == "generic" then
      made.generic = line.rest:match "^%w+"
    elseif line.tag == "param" then
      local name, optional, of = line.rest:match "^([%w_.]+)(%??) (.*)"
      local type = types.read(of)
      if name == "self" then
        made.receiver = type
      else
        made.parameters[#made.parameters + 1] = { name = name, isOptional = optional == "?", type = type }
      end
    else
      made.results[#made.results + 1] = types.read(line.rest)
    end
  end
  return made
end

--- Returns a member of a class or of its superclasses, and the class that has it.
function World:member(class, name)
  if class.fields[name] then return class.fields[name], class end
  for _, parent in ipairs(class.parents) do
    local known = self.classes[parent]
    if known then
      local found, owner = self:member(known, name)
      if found then return found, owner end
    end
  end
end

--- Returns the signature for calling a class.
function World:call(class)
  if class.calls[1] then return class.calls[1] end
  for _, parent in ipairs(class.parents) do
    local found = self.classes[parent] and self:call(self.classes[parent])
    if found then return found end
  end
end

--- Returns the type of the items with which a class can be called.
function World:items(class)
  if class.items then return class.items end
  for _, parent in ipairs(class.parents) do
    local found = self.classes[parent] and self:items(self.classes[parent])
    if found then return found end
  end
end

--- Returns a type with its aliases expanded.
function World:expand(type, depth)
  local result = {}
  for _, one in ipairs(type) do
    local alias = one.kind == "class" and self.aliases[one.name]
    if alias and (depth or 0) < 5 then
      for _, other in ipairs(self:expand(alias, (depth or 0) + 1)) do result[#result + 1] = other end
    else
      result[#result + 1] = one
    end
  end
  return result
end

return types
