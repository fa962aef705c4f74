-- The functions of `ui.json` that read and write JSON (RFC 8259). Written in Lua, so that their time and memory count as the
-- script's. Receives the value of null and the metatable of lists.
local null, list = ...
local byte, find, format, gsub, match, sub = string.byte, string.find, string.format, string.gsub, string.match, string.sub
local char, length, offset = utf8.char, utf8.len, utf8.offset
local concat, sort = table.concat, table.sort
local error, getmetatable, next, rawlen, setmetatable = error, getmetatable, next, rawlen, setmetatable
local tonumber, tostring, type = tonumber, tostring, type
local integerType = math.type

local mostLevels = 200

-- Decoding

local escapes = {
  [34] = '"', [47] = "/", [92] = "\\", [98] = "\b", [102] = "\f", [110] = "\n", [114] = "\r", [116] = "\t",
}

-- Returns a position as shown by text editors: the line, and the character in the line.
local function place(text, position)
  local line, start = 1, 1
  while true do
    local newline = find(text, "\n", start, true)
    if not newline or newline >= position then break end
    line, start = line + 1, newline + 1
  end
  local column = (length(text, start, position - 1, true) or position - start) + 1
  return format("line %d, column %d", line, column)
end

-- Describes the text at a position.
local function found(text, position)
  if position > #text then return "the text ends" end
  local last = offset(text, 2, position)
  local character = sub(text, position, last and last - 1)
  if byte(character) < 32 or byte(character) == 127 then return format("found the control character %d", byte(character)) end
  return "found '" .. character .. "'"
end

-- Reads four hexadecimal digits.
local function hexadecimal(text, position)
  local digits = match(text, "^[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]", position)
  return digits and tonumber(digits, 16)
end

-- Readers return the value at a position and the position after it; or nil, the position of the error, and its
-- description.

local function readEscape(text, position)
  local letter = byte(text, position + 1)
  if escapes[letter] then return escapes[letter], position + 2 end
  if letter ~= 117 then
    return nil, position, "unknown escape sequence in a string; " .. found(text, position + 1)
  end
  local code = hexadecimal(text, position + 2)
  if not code then return nil, position, "expected four hexadecimal digits after \\u" end
  if code < 0xD800 or code > 0xDFFF then return char(code), position + 6 end
  local low = code < 0xDC00 and sub(text, position + 6, position + 7) == "\\u" and hexadecimal(text, position + 8)
  if not low or low < 0xDC00 or low > 0xDFFF then return nil, position, "half of a surrogate pair" end
  return char(0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00)), position + 12
end

-- Receives the position after the opening quote.
local function readString(text, position)
  local special = find(text, '["\\\0-\31]', position)
  if special and byte(text, special) == 34 then return sub(text, position, special - 1), special + 1 end
  local parts, count = {}, 0
  while special do
    parts[count + 1] = sub(text, position, special - 1)
    local code = byte(text, special)
    if code == 34 then return concat(parts), special + 1 end
    if code ~= 92 then return nil, special, "control characters in strings must be escaped; " .. found(text, special) end
    local character, problem
    character, position, problem = readEscape(text, special)
    if not character then return nil, position, problem end
    count = count + 2
    parts[count] = character
    special = find(text, '["\\\0-\31]', position)
  end
  return nil, #text + 1, "the string has no closing quote; the text ends"
end

local function readNumber(text, position)
  local last = match(text, "^-?0()", position) or match(text, "^-?[1-9][0-9]*()", position)
  if not last then return nil, position + 1, "expected a digit; " .. found(text, position + 1) end
  if match(text, "^[0-9]", last) then return nil, position, "a number cannot begin with 0" end
  if byte(text, last) == 46 then
    local fraction = match(text, "^[0-9]+()", last + 1)
    if not fraction then return nil, last + 1, "expected a digit; " .. found(text, last + 1) end
    last = fraction
  end
  if match(text, "^[eE]", last) then
    local exponent = match(text, "^[+-]?[0-9]+()", last + 1)
    if not exponent then return nil, last + 1, "expected an exponent; " .. found(text, last + 1) end
    last = exponent
  end
  local number = tonumber(sub(text, position, last - 1))
  if not number or number - number ~= 0 then return nil, position, "the number is too large" end
  return number, last
end

local words = { [116] = "true", [102] = "false", [110] = "null" }
local values = { ["true"] = true, ["false"] = false, null = null }

local function readWord(text, position)
  local word = words[byte(text, position)]
  if word and sub(text, position, position + #word - 1) == word then return values[word], position + #word end
  return nil, position, "expected a value; " .. found(text, position)
end

local function skipSpace(text, position) return find(text, "[^ \t\r\n]", position) or #text + 1 end

local function decode(text)
  if type(text) ~= "string" then error("ui.json.decode: expected a string, got " .. type(text), 2) end
  local valid, invalid = length(text)
  if not valid then error("ui.json.decode: " .. place(text, invalid) .. ": the text is not UTF-8", 2) end

  -- A loop instead of recursion, so that every error is raised for the line that called this function. The innermost
  -- open container is in local variables: its table, the number of items of a list (nil for an object), and the key of
  -- the next value. The enclosing containers are in lists.
  local container, count, key
  local containers, counts, keys, depth = {}, {}, {}, 0
  local position, value, problem = sub(text, 1, 3) == "\u{FEFF}" and 4 or 1, nil, nil
  repeat
    position = skipSpace(text, position)
    local code = byte(text, position)
    local isEmpty
    if code == 34 then
      value, position, problem = readString(text, position + 1)
    elseif code == 45 or code and code >= 48 and code <= 57 then
      value, position, problem = readNumber(text, position)
    elseif code ~= 123 and code ~= 91 then
      value, position, problem = readWord(text, position)
    elseif depth == mostLevels then
      problem = "more than " .. mostLevels .. " levels"
    else
      depth = depth + 1
      containers[depth], counts[depth], keys[depth] = container, count, key
      container, count = {}, nil
      if code == 91 then
        setmetatable(container, list)
        count = 0
      end
      position = skipSpace(text, position + 1)
      isEmpty = byte(text, position) == (count and 93 or 125)
      value = container
    end

    -- Stores a value in its container. If it is the last one, the container becomes the next value.
    while not problem and (isEmpty or value ~= container) do
      if isEmpty then
        position = position + 1
        container, count, key = containers[depth], counts[depth], keys[depth]
        depth = depth - 1
        isEmpty = false
      end
      if not container then
        position = skipSpace(text, position)
        if position > #text then return value end
        problem = "expected the end of the text; " .. found(text, position)
        break
      end
      if count then
        count = count + 1
        container[count] = value
      else
        container[key] = value
      end
      position = skipSpace(text, position)
      local mark = byte(text, position)
      if mark == 44 then
        position = position + 1
        value = container
      elseif mark == (count and 93 or 125) then
        value, isEmpty = container, true
      else
        problem = "expected ',' or '" .. (count and "]" or "}") .. "'; " .. found(text, position)
      end
    end

    if not problem and not count then
      position = skipSpace(text, position)
      if byte(text, position) ~= 34 then
        problem = "expected a key in quotes; " .. found(text, position)
      else
        key, position, problem = readString(text, position + 1)
        if key then
          position = skipSpace(text, position)
          if byte(text, position) ~= 58 then
            problem = "expected ':'; " .. found(text, position)
          else
            position = position + 1
          end
        end
      end
    end
  until problem
  error("ui.json.decode: " .. place(text, position) .. ": " .. problem, 2)
end

-- Encoding

local escaped = { ['"'] = '\\"', ["\\"] = "\\\\", ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }
for code = 0, 31 do
  local character = char(code)
  escaped[character] = escaped[character] or format("\\u%04x", code)
end

-- Returns a string as JSON; or nil and the error.
local function quoted(text)
  local valid, invalid = length(text)
  if not valid then return nil, "a string that is not UTF-8 (byte " .. invalid .. ") cannot be encoded" end
  return '"' .. gsub(text, '["\\\0-\31]', escaped) .. '"'
end

-- Returns the shortest text that decodes to the same number. A float remains a float.
local function number(value)
  if integerType(value) == "integer" then return format("%d", value) end
  if value ~= value or value - value ~= 0 then
    return nil, (value ~= value and "NaN" or "an infinite number") .. " cannot be encoded"
  end
  local text
  for digits = 15, 17 do
    text = format("%." .. digits .. "g", value)
    if tonumber(text) == value then break end
  end
  -- Some locales use a decimal comma.
  text = gsub(text, "[^0-9eE+-]", ".")
  return find(text, "[.eE]") and text or text .. ".0"
end

-- Returns a key as part of a path.
local function step(key)
  if type(key) ~= "string" then return "[" .. tostring(key) .. "]" end
  return find(key, "^[%a_][%w_]*$") and "." .. key or format("[%q]", key)
end

-- Returns whether a table is encoded as a list, and its keys: the number of items of a list, or the sorted keys of an
-- object. Or nil and the error.
local function shape(value)
  local first = next(value)
  if first == nil then return getmetatable(value) == list, 0, {} end
  local keys, count = {}, 0
  local isObject = type(first) == "string"
  for key in next, value do
    count = count + 1
    if type(key) == "string" then keys[count] = key end
    if (type(key) == "string") ~= isObject or not isObject and integerType(key) ~= "integer" then
      if type(key) == "string" or integerType(key) == "integer" then
        return nil, "a table with both strings and indices as keys cannot be encoded"
      end
      return nil, "a key that is neither a string nor an index (" .. tostring(key) .. ") cannot be encoded"
    end
  end
  if isObject then
    sort(keys)
    return false, count, keys
  end
  for index = 1, count do
    if value[index] == nil then return nil, "a list with holes cannot be encoded: " .. index .. " is missing of 1 to n" end
  end
  return true, count
end

local write

-- Appends a table's text to parts. Returns nothing; or the error, and the path to it.
local function writeTable(value, parts, depth)
  if depth > mostLevels then return "more than " .. mostLevels .. " levels (does a table contain itself?)", "" end
  local isList, count, keys = shape(value)
  if isList == nil then return count, "" end
  parts[#parts + 1] = isList and "[" or "{"
  for index = 1, count do
    if index > 1 then parts[#parts + 1] = "," end
    local key = isList and index or keys[index]
    if not isList then
      local text, problem = quoted(key)
      if not text then return problem, "" end
      parts[#parts + 1] = text
      parts[#parts + 1] = ":"
    end
    local problem, path = write(value[key], parts, depth)
    if problem then return problem, step(key) .. path end
  end
  parts[#parts + 1] = isList and "]" or "}"
end

function write(value, parts, depth)
  local kind = type(value)
  local text, problem
  if value == null or value == nil then
    text = "null"
  elseif kind == "table" then
    return writeTable(value, parts, depth + 1)
  elseif kind == "string" then
    text, problem = quoted(value)
  elseif kind == "number" then
    text, problem = number(value)
  elseif kind == "boolean" then
    text = tostring(value)
  else
    problem = "a " .. kind .. " cannot be encoded"
  end
  if problem then return problem, "" end
  parts[#parts + 1] = text
end

local function encode(value)
  local parts = {}
  local problem, path = write(value, parts, 0)
  if problem then
    if #path > 60 then path = sub(path, 1, 60) .. "..." end
    error("ui.json.encode: " .. problem .. (path ~= "" and " (in value" .. path .. ")" or ""), 2)
  end
  return concat(parts)
end

return { decode = decode, encode = encode }
