-- Observes the lines of functions that run, not those of a file's main part. Takes Lua's library `debug`. Returns the observer; a
-- function to be called with true before each decoding, and with false after it; and one that returns the lines as "file:line", those
-- that ran last first, with true only those of decodings.
local debug = ...
local getinfo, next, sort = debug.getinfo, next, table.sort
local order, decoded, count, depth = {}, {}, 0, 0

-- The number of lines after which nothing more is observed: loops would take too long, and all lines after them be missing.
local most = 200000

local function observe(isLine)
  if count == most then return true end
  if not isLine then return end
  local info = getinfo(2, "Sl")
  if info.what ~= "Lua" then return end
  count = count + 1
  local line = info.short_src .. ":" .. info.currentline
  order[line], decoded[line] = count, decoded[line] or depth > 0
end

local function decode(begins) depth = depth + (begins and 1 or -1) end

local function lines(isDecoding)
  local found = {}
  for line in next, count < most and order or {} do
    if decoded[line] or not isDecoding then found[#found + 1] = line end
  end
  sort(found, function(one, other) return order[one] > order[other] end)
  return found
end

return observe, decode, lines
