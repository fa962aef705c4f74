-- The look of the components: the characters and the role of each run, compared with the pictures in `components/`.
--
-- A run is `‹ROLE:text›`; `‹A B:text›` has the background of A and the foreground of B, `+x` an attribute more than its roles, and
-- `-x` one less. Text that is not marked has the roles `text` and `screen`. LUAHOST_ACCEPT=1 writes the pictures; look at them.
local test = require "luahost.test"

-- Every role, whether it has a foreground and a background, and its attributes. In this test's theme all colours differ.
local roles = {
  { "screen", "fb" }, { "panel", "fb" }, { "raised", "fb" }, { "overlay", "fb" }, { "scrim", "fb" }, { "text", "f" },
  { "secondary", "f" }, { "disabled", "f" }, { "placeholder", "f", "italic" }, { "link", "f", "underline" },
  { "accent", "f" }, { "header", "f", "bold" }, { "columnTitle", "f", "bold" }, { "sortedColumnTitle", "f", "bold" },
  { "focused", "fb", "bold" }, { "selected", "fb", "bold" }, { "cursorLine", "b" }, { "textSelection", "fb" },
  { "match", "fb" }, { "currentMatch", "fb", "bold underline" }, { "field", "fb" },
  { "fieldFocused", "fb", "underline" }, { "fieldInvalid", "fb" }, { "border", "f" }, { "focusedBorder", "f", "bold" },
  { "guide", "f" }, { "divider", "f" }, { "success", "f" }, { "warning", "f" }, { "error", "f", "bold" },
  { "info", "f" }, { "destructive", "f" }, { "button", "fb" }, { "buttonFocused", "fb", "bold" },
  { "buttonPressed", "fb", "bold" }, { "buttonDisabled", "f" }, { "primaryButton", "fb", "bold" },
  { "primaryButtonFocused", "fb", "bold" }, { "primaryButtonPressed", "fb", "bold" },
  { "primaryButtonDisabled", "f", "bold" }, { "destructiveButton", "fb" },
  { "destructiveButtonFocused", "fb", "bold" }, { "destructiveButtonPressed", "fb", "bold" },
  { "destructiveButtonDisabled", "f" }, { "bar", "fb" }, { "barTitle", "fb", "bold" }, { "barTitleInactive", "fb" },
  { "barItem", "fb" }, { "tabBar", "fb" }, { "selectedTab", "fb", "bold" }, { "selectedTabFocused", "fb", "bold" },
  { "hintKey", "f", "bold" }, { "hint", "f" }, { "notice", "fb", "bold" }, { "scrollTrack", "f" },
  { "scrollThumb", "f" }, { "scrollThumbFocused", "f", "bold" }, { "track", "f" }, { "chart1", "f" },
  { "chart2", "f" }, { "chart3", "f" }, { "chart4", "f" }, { "chart5", "f" }, { "chart6", "f" }, { "chart7", "f" },
  { "chart8", "f" }, { "diffAdded", "fb" }, { "diffRemoved", "fb" }, { "diffHunk", "f" }, { "diffFile", "f", "bold" },
  { "syntaxKeyword", "f" }, { "syntaxString", "f" }, { "syntaxNumber", "f" }, { "syntaxFunction", "f" },
  { "syntaxType", "f" }, { "syntaxComment", "f", "italic" },
}

local theme, foregrounds, backgrounds, attributes = { base = "dark" }, {}, {}, {}
for number, role in ipairs(roles) do
  local name, parts, words = table.unpack(role)
  local style = {}
  if parts:find "f" then
    style.foreground = ("#01%02x00"):format(number)
    foregrounds[("rgb(1,%d,0)"):format(number)] = name
  end
  if parts:find "b" then
    style.background = ("#02%02x00"):format(number)
    backgrounds[("rgb(2,%d,0)"):format(number)] = name
  end
  attributes[name] = {}
  for word in (words or ""):gmatch "%a+" do style[word], attributes[name][word] = true, true end
  theme[name] = style
end

-- Returns the roles of a run's style.
local function named(style)
  local back, front = backgrounds[style:match "bg (%S+)"], foregrounds[style:match "fg (%S+)"]
  if style:find "bg" and not back or style:find "fg" and not front then return style end
  local names, expected = {}, {}
  for _, name in ipairs { back or false, front or false } do
    if name and names[#names] ~= name then names[#names + 1] = name end
    for word in pairs(name and attributes[name] or {}) do expected[word] = true end
  end
  local given = style:gsub("[fb]g %S+", "")
  for word in given:gmatch "%a+" do
    if not expected[word] then names[#names + 1] = "+" .. word end
    expected[word] = nil
  end
  local missing = {}
  for word in pairs(expected) do missing[#missing + 1] = "-" .. word end
  table.sort(missing)
  return table.concat(names, " ") .. (#missing > 0 and " " .. table.concat(missing, " ") or "")
end

local function picture(app)
  return (app:snapshot():gsub("‹([%a%d%s%(%),]+):", function(style) return "‹" .. named(style) .. ":" end))
end

-- Expects a text to equal a picture.
local function equals(t, actual, name)
  local path = "components/" .. name .. ".txt"
  local folder = debug.getinfo(1, "S").source:match "^@(.*)/[^/]*$"
  if os.getenv "LUAHOST_ACCEPT" then
    local file = assert(io.open(folder .. "/" .. path, "w"))
    file:write(actual)
    file:close()
  end
  local file = assert(io.open(folder .. "/" .. path))
  local expected = file:read "a"
  file:close()
  t:expect(actual):equals(expected)
end

local function compare(t, app, name) equals(t, picture(app) .. "\n", name) end

local cases = {
  gitlog = {}, sheet = {}, help = { "?" }, palette = { "ctrl+p", "r", "e" }, notes = { "tab", "tab" }, controls = {}, ["empty-80x24"] = {},
  ["gitlog-40x12"] = {}, ["sheet-40x12"] = {}, ["form-40x12"] = {}, ["empty-40x12"] = {},
  planets = {}, everything = {}, actions = { "down" }, ["actions-40x12"] = {}, notices = {},
}

for name, keys in pairs(cases) do
  test.case(name .. " looks like its picture", function(t)
    local size = name:find "40x12" and { 40, 12 } or name == "everything" and { 96, 36 } or { 80, 24 }
    local app = t:launch("components.lua", { size = size, options = { kind = name, theme = theme } })
    if name == "form-40x12" then
      app:tap "mail"
      app:type "ada@"
      app:tap "name"
    end
    if name == "planets" then
      app:tap "diameter"
      app:type "9x9"
      app:tap "planets"
      for _, key in ipairs { "down", "down" } do app:key(key) end
    end
    for _, key in ipairs(keys) do app:key(key) end
    compare(t, app, name)
  end)
end

for _, name in ipairs { "notes", "planets", "controls", "sheet", "gitlog-40x12" } do
  test.case(name .. " has its marks without colours", function(t)
    local size = name:find "40x12" and { 40, 12 } or { 80, 24 }
    local app = t:launch("components.lua", { size = size, options = { kind = name, theme = "monochrome" } })
    for _, key in ipairs(cases[name]) do app:key(key) end
    equals(t, app:screen() .. "\n", name .. "-monochrome")
  end)
end
