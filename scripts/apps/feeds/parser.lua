-- Reads RSS 2.0 and Atom, and turns the HTML of articles into Markdown. Used by feeds.lua, in a worker too.

local parser = {}

local entities = {
  amp = "&", lt = "<", gt = ">", quot = '"', apos = "'", nbsp = " ", ndash = "–", mdash = "—", hellip = "…",
  lsquo = "‘", rsquo = "’", ldquo = "“", rdquo = "”", laquo = "«", raquo = "»", copy = "©", middot = "·", euro = "€",
}

local function unescape(text)
  return (text:gsub("&(#?)([xX]?)(%w+);", function(number, hex, name)
    if number == "" then return entities[hex .. name] end
    local code = tonumber(name, hex == "" and 10 or 16)
    return code and code < 0x110000 and utf8.char(code) or nil
  end))
end

local function oneLine(text) return text:gsub("%s+", " "):match "^ ?(.-) ?$" end

---------------------------------------------------------------------------------------------------------------------
-- XML. An element has its name, attributes, children, its text, and `source`: all that is between its tags.

local function attributes(text, place)
  local found = {}
  while true do
    local _, last, name, quote = text:find("^%s*([%w:_.-]+)%s*=%s*([\"'])", place)
    if not last then return found, place end
    local close = text:find(quote, last + 1, true)
    if not close then return found, place end
    found[name] = unescape(text:sub(last + 1, close - 1))
    place = close + 1
  end
end

-- Returns the root element; raises an error with the line for anything else.
local function xml(text)
  local stack, place = { { name = "", children = {}, texts = {} } }, 1
  local function fail(message)
    local _, lines = text:sub(1, place):gsub("\n", "")
    error(("line %d: %s"):format(lines + 1, message), 0)
  end
  local function skip(to)
    local _, last = text:find(to, place, true)
    place = last and last + 1 or fail("missing " .. to)
    return last - #to
  end
  while true do
    local top, start = stack[#stack], text:find("<", place, true)
    table.insert(top.texts, unescape(text:sub(place, (start or #text + 1) - 1)))
    if not start then break end
    place = start
    if text:find("^<!%[CDATA%[", start) then
      table.insert(top.texts, text:sub(start + 9, skip "]]>"))
    elseif text:find("^<!%-%-", start) then
      skip "-->"
    elseif text:find("^<[?!]", start) then
      skip ">"
    elseif text:find("^</", start) then
      local name = text:match("^</([%w:_.-]+)%s*>", start)
      if #stack == 1 or name ~= top.name then fail(("expected </%s>"):format(top.name)) end
      top.source, top.text = text:sub(top.first, start - 1), table.concat(top.texts)
      stack[#stack] = nil
      skip ">"
    else
      local name = text:match("^<([%w:_.-]+)", start) or fail "expected a name after <"
      local element = { name = name, children = {}, texts = {}, text = "", source = "" }
      element.attributes, place = attributes(text, start + 1 + #name)
      table.insert(top.children, element)
      local isEmpty = text:match("^%s*(/?)>", place) or fail(("the tag <%s> is not closed"):format(name))
      skip ">"
      element.first = place
      if isEmpty == "" then stack[#stack + 1] = element end
    end
  end
  if #stack > 1 then fail(("<%s> is not closed"):format(stack[#stack].name)) end
  return stack[1].children[1] or fail "no XML"
end

local function child(element, ...)
  for _, name in ipairs { ... } do
    for _, candidate in ipairs(element.children) do
      if candidate.name == name then return candidate end
    end
  end
end

local function text(element, ...)
  local found = child(element, ...)
  return found and oneLine(found.text) or ""
end

---------------------------------------------------------------------------------------------------------------------
-- Feeds.

local months = {
  Jan = 1, Feb = 2, Mar = 3, Apr = 4, May = 5, Jun = 6, Jul = 7, Aug = 8, Sep = 9, Oct = 10, Nov = 11, Dec = 12,
}

-- Returns a date of RFC 822 or RFC 3339 in seconds since 1970; 0 for any other text.
local function time(date)
  local day, name, year, hour, minute, second, zone = date:match "(%d+) (%a%a%a)%a* (%d+) (%d+):(%d+):?(%d*) ?(%S*)"
  local month = name and months[name]
  if not month then
    year, month, day, hour, minute, second, zone = date:match "^(%d+)-(%d+)-(%d+)[T ](%d+):(%d+):?(%d*)[%d.]*(%S*)"
    if not year then return 0 end
  end
  year, month, day = math.tointeger(year), math.tointeger(month), math.tointeger(day)
  -- Days since 1970 in the Gregorian calendar, with years that begin in March.
  if month <= 2 then year, month = year - 1, month + 12 end
  local days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * (month - 3) + 2) // 5 + day - 719469
  local sign, hours, minutes = zone:match "^([+-])(%d%d):?(%d%d)$"
  local offset = sign and (hours * 60 + minutes) * (sign == "+" and 60 or -60) or 0
  return days * 86400 + hour * 3600 + minute * 60 + (tonumber(second) or 0) - offset
end

local function plain(html) return oneLine(unescape(html:gsub("<[^>]*>", ""))) end

local function rssArticle(item)
  local title, link, html = plain(text(item, "title")), text(item, "link"), child(item, "content:encoded", "description")
  html = html and html.text or ""
  local id = text(item, "guid")
  return {
    id = id ~= "" and id or link ~= "" and link or title, link = link, html = html,
    title = title ~= "" and title or plain(html):sub(1, 80), author = text(item, "dc:creator", "author"),
    date = time(text(item, "pubDate", "dc:date")),
  }
end

-- Returns the HTML of a text of Atom.
local function html(element)
  local type = element and element.attributes.type or "text"
  if not element then return "" end
  if type == "xhtml" then return element.source end
  return type == "html" and element.text or (element.text:gsub("[&<]", { ["&"] = "&amp;", ["<"] = "&lt;" }))
end

local function atomArticle(entry, prefix)
  local link = ""
  for _, candidate in ipairs(entry.children) do
    local relation = candidate.attributes.rel
    if candidate.name == prefix .. "link" and (not relation or relation == "alternate") then
      link = candidate.attributes.href or link
    end
  end
  local author = child(entry, prefix .. "author")
  return {
    id = text(entry, prefix .. "id"), link = link, title = plain(html(child(entry, prefix .. "title"))),
    html = html(child(entry, prefix .. "content", prefix .. "summary")),
    author = author and text(author, prefix .. "name") or "",
    date = time(text(entry, prefix .. "published", prefix .. "updated")),
  }
end

-- Returns the title of a feed and its articles. Raises an error if the text is no feed.
function parser.parse(source)
  -- What is not in UTF-8 is taken for Latin-1.
  if not utf8.len(source) then
    source = source:gsub("[\128-\255]", function(byte) return utf8.char(byte:byte()) end)
  end
  local root = xml(source)
  local prefix = root.name:match "^(.*:)" or ""
  local channel, article, name, title = root, atomArticle, prefix .. "entry", html(child(root, prefix .. "title"))
  if root.name == "rss" then
    channel, article, name = child(root, "channel") or error("the feed has no channel", 0), rssArticle, "item"
    title = text(channel, "title")
  elseif root.name ~= prefix .. "feed" then
    error(("neither RSS nor Atom, but <%s>"):format(root.name), 0)
  end
  local articles = {}
  for _, element in ipairs(channel.children) do
    if element.name == name then articles[#articles + 1] = article(element, prefix) end
  end
  return { title = plain(title), articles = articles }
end

---------------------------------------------------------------------------------------------------------------------
-- HTML to Markdown.

local function block(content) return "\n\n" .. content:match "^%s*(.-)%s*$" .. "\n\n" end
local function around(mark)
  return function(content)
    local before, inside, after = content:match "^(%s*)(.-)(%s*)$"
    return inside == "" and content or before .. mark .. inside .. mark .. after
  end
end
local function indented(first, rest)
  return function(content) return "\n" .. first .. content:match "^%s*(.-)%s*$":gsub("\n", "\n" .. rest) .. "\n" end
end
local function nothing() return "" end

-- What becomes of the contents of an element.
local marks = {
  p = block, div = block, section = block, article = block, figure = block, table = block, tr = block, ul = block, ol = block,
  b = around "**", strong = around "**", i = around "*", em = around "*", del = around "~~", s = around "~~",
  li = indented("- ", "  "), script = nothing, style = nothing,
  blockquote = function(content) return "\n" .. indented("> ", "> ")(content:gsub("\n\n+", "\n\n")) .. "\n" end,
  pre = function(content) return "\n\n```\n" .. content:gsub("```", "'''") .. "\n```\n\n" end,
  code = function(content, _, isInPre) return isInPre and content or "`` " .. content .. " ``" end,
  a = function(content, attribute)
    local address = (attribute.href or ""):gsub("[%s<>]", "")
    return address == "" and content or ("[%s](<%s>)"):format(content, address)
  end,
}
for level = 1, 6 do
  marks["h" .. level] = function(content) return "\n\n" .. ("#"):rep(level) .. " " .. oneLine(content) .. "\n\n" end
end
-- Elements without contents.
local empty = {
  br = function() return "\\\n" end, hr = function() return "\n\n---\n\n" end, wbr = nothing, source = nothing, input = nothing,
  img = function(attribute) return attribute.alt and "*" .. attribute.alt:gsub("%p", "\\%0") .. "*" or "" end,
}

-- Returns a text with all punctuation escaped, but for the entities, which Markdown has as well.
local function escaped(source)
  return (oneLine("|" .. source .. "|"):sub(2, -2):gsub("%p", "\\%0"):gsub("\\&(\\?#?%w+)\\;", function(name)
    return "&" .. name:gsub("\\", "") .. ";"
  end))
end

function parser.markdown(source)
  local stack, place = { { parts = {} } }, 1
  local verbatim = 0 -- how many pre and code are open
  local function add(part) table.insert(stack[#stack].parts, part) end
  local function close()
    local element = table.remove(stack)
    if element.name == "pre" or element.name == "code" then verbatim = verbatim - 1 end
    local content, mark = table.concat(element.parts), marks[element.name]
    add(mark and mark(content, element.attributes, verbatim > 0) or content)
  end
  while place <= #source do
    local start = source:find("<[/!%a]", place) or #source + 1
    local words = source:sub(place, start - 1)
    if words ~= "" then add(verbatim > 0 and unescape(words) or escaped(words)) end
    if start > #source then break end
    local slash, name = source:match("^<(/?)(%a[%w]*)", start)
    name = (name or ""):lower()
    local attribute, last = attributes(source, start + 1 + #name + #(slash or ""))
    place = (source:find(source:find("^<!%-%-", start) and "%-%->" or ">", last) or #source) + 1
    if source:find("^<!%-%-", start) then place = place + 2 end
    if empty[name] then
      add(empty[name](attribute))
    elseif slash == "" and name ~= "" then
      local top = stack[#stack].name
      if top == name and (name == "p" or name == "li") then close() end
      stack[#stack + 1] = { name = name, attributes = attribute, parts = {} }
      if name == "pre" or name == "code" then verbatim = verbatim + 1 end
    elseif slash == "/" then
      local level = #stack
      while level > 1 and stack[level].name ~= name do level = level - 1 end
      while level > 1 and #stack >= level do close() end
    end
  end
  while #stack > 1 do close() end
  return (table.concat(stack[1].parts):gsub("\n%s*\n[ \n]*\n", "\n\n"))
end

return parser
