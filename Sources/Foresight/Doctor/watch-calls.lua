-- Counts the calls of functions while they are watched. Returns two functions, which take the functions to watch: the first
-- begins, and the second ends and returns how often each was called since.
local sethook, getinfo = debug.sethook, debug.getinfo
local counts, watching = {}, 0

local function note()
  local called = getinfo(2, "f").func
  local count = counts[called]
  if count then counts[called] = count + 1 end
end

local function begin(...)
  for _, watched in ipairs { ... } do counts[watched] = 0 end
  watching = watching + 1
  if watching == 1 then sethook(note, "c") end
end

local function finish(...)
  watching = watching - 1
  if watching == 0 then sethook() end
  local found = {}
  for index, watched in ipairs { ... } do found[index] = counts[watched] or 0 end
  return found
end

return begin, finish
