-- A parser of Lua 5.4 for tests. It returns plain tables with `kind` and `line`. The `notes` of a statement are the
-- `---@` lines directly before it.
local parser = {}

local keywords = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat return then true until
while]]):gmatch "%a+" do keywords[word] = true end

local operators = { "...", "<<", ">>", "//", "==", "~=", "<=", ">=", "::", ".." }

---------------------------------------------------------------------------------------------------------------------
-- Tokens

local function lex(source, name)
  local tokens, notes, at, line = {}, {}, 1, 1
  local function fail(what) error(("%s:%d: %s"):format(name, line, what), 0) end
  local function add(kind, value, from) tokens[#tokens + 1] = { kind = kind, value = value, line = from or line } end
  local function count(text) line = line + select(2, text:gsub("\n", "")) end
  local function long(from)
    local equals = source:match("^%[(=*)%[", from)
    if not equals then return end
    local _, last = source:find("]" .. equals .. "]", from, true)
    if not last then fail "a long bracket is not closed" end
    return source:sub(from + #equals + 2, last - #equals - 2), last + 1
  end
  if source:sub(1, 1) == "#" then at = source:find("\n", 1, true) or #source + 1 end
  while at <= #source do
    local space = source:match("^%s+", at)
    if space then
      count(space)
      at = at + #space
    elseif source:find("^%-%-", at) then
      local text, after = long(at + 2)
      if text then
        count(text)
        at = after
      else
        local comment = source:match("^[^\n]*", at)
        if comment:find "^%-%-%-" then notes[line] = comment end
        at = at + #comment
      end
    elseif source:find("^[%a_]", at) then
      local word = source:match("^[%w_]+", at)
      add(keywords[word] and word or "name", word)
      at = at + #word
    elseif source:find("^%.?%d", at) then
      local number = source:match("^0[xX][%x.]*[pP]?[+-]?[%x]*", at) or source:match("^[%d.]+[eE][+-]?%d+", at)
        or source:match("^[%d.]+", at)
      add("number", tonumber(number) or fail("no number: " .. number))
      at = at + #number
    elseif source:find("^%[=*%[", at) then
      local from = line
      local text, after = long(at)
      count(text)
      add("string", text, from)
      at = after
    elseif source:find("^[\"']", at) then
      local quote, from = source:sub(at, at), at
      at = at + 1
      while source:sub(at, at) ~= quote do
        if at > #source then fail "a string is not closed" end
        at = at + (source:sub(at, at) == "\\" and 2 or 1)
      end
      at = at + 1
      local text = source:sub(from, at - 1)
      add("string", load("return " .. text)())
      count(text)
    else
      local operator = source:sub(at, at)
      for _, long in ipairs(operators) do
        if source:sub(at, at + #long - 1) == long then
          operator = long
          break
        end
      end
      add(operator, operator)
      at = at + #operator
    end
  end
  add("end of file")
  return tokens, notes
end

---------------------------------------------------------------------------------------------------------------------
-- Statements

local priority = {
  ["or"] = { 1, 1 }, ["and"] = { 2, 2 }, ["<"] = { 3, 3 }, [">"] = { 3, 3 }, ["<="] = { 3, 3 }, [">="] = { 3, 3 },
  ["~="] = { 3, 3 }, ["=="] = { 3, 3 }, ["|"] = { 4, 4 }, ["~"] = { 5, 5 }, ["&"] = { 6, 6 }, ["<<"] = { 7, 7 },
  [">>"] = { 7, 7 }, [".."] = { 9, 8 }, ["+"] = { 10, 10 }, ["-"] = { 10, 10 }, ["*"] = { 11, 11 }, ["/"] = { 11, 11 },
  ["//"] = { 11, 11 }, ["%"] = { 11, 11 }, ["^"] = { 14, 13 },
}
local prefixes = { ["not"] = 12, ["-"] = 12, ["#"] = 12, ["~"] = 12 }
local blockEnds = { ["end"] = true, ["else"] = true, ["elseif"] = true, ["until"] = true, ["end of file"] = true }

--- Parses a text. Returns the list of its statements; raises an error with its line if the text is invalid.
function parser.parse(source, name)
  local tokens, notes = lex(source, name)
  local at = 1
  local expression, block

  local function token() return tokens[at] end
  local function fail(what) error(("%s:%d: expected %s, got %s"):format(name, token().line, what, token().kind), 0) end
  local function accept(kind)
    if token().kind ~= kind then return end
    at = at + 1
    return tokens[at - 1]
  end
  local function expect(kind) return accept(kind) or fail(kind) end
  local function node(kind, fields)
    fields.kind, fields.line = kind, fields.line or tokens[math.max(1, at - 1)].line
    return fields
  end

  local function list()
    local values = { expression() }
    while accept "," do values[#values + 1] = expression() end
    return values
  end

  local function body(line, isMethod)
    local parameters, isVararg = {}, false
    expect "("
    while token().kind ~= ")" do
      if accept "..." then
        isVararg = true
        break
      end
      parameters[#parameters + 1] = expect("name").value
      if not accept "," then break end
    end
    expect ")"
    local statements = block()
    expect "end"
    return node("function", {
      parameters = parameters, isVararg = isVararg, isMethod = isMethod, body = statements, line = line,
    })
  end

  local function constructor()
    local line = expect("{").line
    local items = {}
    while token().kind ~= "}" do
      local from = token().line
      if token().kind == "name" and tokens[at + 1].kind == "=" then
        local key = expect("name").value
        at = at + 1
        items[#items + 1] = { name = key, value = expression(), line = from }
      elseif accept "[" then
        local key = expression()
        expect "]"
        expect "="
        items[#items + 1] = { key = key, value = expression(), line = from }
      else
        items[#items + 1] = { value = expression(), line = from }
      end
      if not accept "," and not accept ";" then break end
    end
    expect "}"
    return node("table", { items = items, line = line })
  end

  local function arguments()
    if token().kind == "string" then
      local text = expect "string"
      return { node("string", { value = text.value, line = text.line }) }
    elseif token().kind == "{" then
      return { constructor() }
    end
    expect "("
    local values = token().kind == ")" and {} or list()
    expect ")"
    return values
  end

  local function suffixed()
    local value
    if accept "(" then
      value = node("parenthesis", { value = expression() })
      expect ")"
    else
      local word = expect "name"
      value = node("name", { name = word.value, line = word.line })
    end
    while true do
      local kind, line = token().kind, token().line
      if accept "." then
        value = node("field", { object = value, name = expect("name").value, line = line })
      elseif accept "[" then
        value = node("index", { object = value, key = expression(), line = line })
        expect "]"
      elseif accept ":" then
        local method = expect("name").value
        value = node("method", { object = value, name = method, arguments = arguments(), line = line })
      elseif kind == "(" or kind == "{" or kind == "string" then
        value = node("call", { callee = value, arguments = arguments(), line = line })
      else
        return value
      end
    end
  end

  local function simple()
    local word = token()
    for _, kind in ipairs { "nil", "true", "false", "number", "string", "..." } do
      if accept(kind) then return node(kind, { value = word.value }) end
    end
    if word.kind == "{" then return constructor() end
    if accept "function" then return body(word.line) end
    return suffixed()
  end

  function expression(limit)
    local left
    local word = token()
    if prefixes[word.kind] then
      at = at + 1
      left = node("prefix", { operator = word.kind, value = expression(prefixes[word.kind]), line = word.line })
    else
      left = simple()
    end
    while priority[token().kind] and priority[token().kind][1] > (limit or 0) do
      local operator = token()
      at = at + 1
      left = node("binary", {
        operator = operator.kind, left = left, right = expression(priority[operator.kind][2]), line = operator.line,
      })
    end
    return left
  end

  local statements = {}
  function statements.local_(line)
    if accept "function" then
      local own = expect("name").value
      return node("local function", { name = own, value = body(line), line = line })
    end
    local names = {}
    repeat
      names[#names + 1] = expect("name").value
      if accept "<" then
        expect "name"
        expect ">"
      end
    until not accept ","
    return node("local", { names = names, values = accept "=" and list() or {}, line = line })
  end

  function statements.if_(line)
    local clauses = {}
    repeat
      local condition = expression()
      expect "then"
      clauses[#clauses + 1] = { condition = condition, body = block() }
    until not accept "elseif"
    if accept "else" then clauses[#clauses + 1] = { body = block() } end
    expect "end"
    return node("if", { clauses = clauses, line = line })
  end

  function statements.for_(line)
    local names = { expect("name").value }
    if accept "=" then
      local bounds = list()
      expect "do"
      local inner = block()
      expect "end"
      return node("numeric for", { name = names[1], bounds = bounds, body = inner, line = line })
    end
    while accept "," do names[#names + 1] = expect("name").value end
    expect "in"
    local values = list()
    expect "do"
    local inner = block()
    expect "end"
    return node("for", { names = names, values = values, body = inner, line = line })
  end

  function statements.function_(line)
    local word = expect "name"
    local target, isMethod = node("name", { name = word.value, line = word.line }), false
    while token().kind == "." or token().kind == ":" do
      isMethod = token().kind == ":"
      at = at + 1
      target = node("field", { object = target, name = expect("name").value, line = line })
      if isMethod then break end
    end
    return node("function statement", { target = target, value = body(line, isMethod), line = line })
  end

  local function statement()
    local word = token()
    local line = word.line
    if accept "local" then return statements.local_(line) end
    if accept "if" then return statements.if_(line) end
    if accept "for" then return statements.for_(line) end
    if accept "function" then return statements.function_(line) end
    if accept "do" then
      local inner = block()
      expect "end"
      return node("do", { body = inner, line = line })
    elseif accept "while" then
      local condition = expression()
      expect "do"
      local inner = block()
      expect "end"
      return node("while", { condition = condition, body = inner, line = line })
    elseif accept "repeat" then
      local inner = block()
      expect "until"
      return node("repeat", { body = inner, condition = expression(), line = line })
    elseif accept "return" then
      local values = (blockEnds[token().kind] or token().kind == ";") and {} or list()
      return node("return", { values = values, line = line })
    elseif accept "break" then
      return node("break", { line = line })
    elseif accept "goto" then
      return node("goto", { name = expect("name").value, line = line })
    elseif accept "::" then
      local label = node("label", { name = expect("name").value, line = line })
      expect "::"
      return label
    end
    local first = suffixed()
    if token().kind ~= "=" and token().kind ~= "," then return node("call statement", { value = first, line = line }) end
    local targets = { first }
    while accept "," do targets[#targets + 1] = suffixed() end
    expect "="
    return node("assignment", { targets = targets, values = list(), line = line })
  end

  function block()
    local result = {}
    while not blockEnds[token().kind] do
      if not accept ";" then
        local made = statement()
        local before = {}
        for line = made.line - 1, 1, -1 do
          if not notes[line] then break end
          table.insert(before, 1, notes[line])
        end
        made.notes = before
        result[#result + 1] = made
      end
    end
    return result
  end

  local result = block()
  if token().kind ~= "end of file" then fail "a statement" end
  return result
end

return parser
