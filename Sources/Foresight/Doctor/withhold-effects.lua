-- Withholds what would change anything outside of a trial run: commands, and files that are not the run's own.
--
-- refuse(name) raises an error. mayWrite(path) tells whether a file belongs to the run. shift is added to the clock, in
-- seconds; nil leaves the clock alone.
local refuse, mayWrite, isAllowed, shift = ...
local os, io = os, io
local own = {}

local function isOwn(path) return own[path] or mayWrite(tostring(path)) end

local function guard(library, name, title, isHarmless)
  local original = library and library[name]
  if not original then return end
  library[name] = function(...)
    if not isHarmless(...) then refuse(title) end
    return original(...)
  end
end

if not isAllowed then
  guard(os, "execute", "os.execute", function(command) return command == nil end)
  guard(io, "popen", "io.popen", function() return false end)
  guard(os, "remove", "os.remove of a file outside of the run", isOwn)
  guard(os, "rename", "os.rename of a file outside of the run", function(from, to) return isOwn(from) and isOwn(to) end)
  guard(io, "open", "io.open of a file outside of the run for writing", function(path, mode)
    return type(mode) ~= "string" or not mode:find "[wa+]" or isOwn(path)
  end)
  guard(io, "output", "io.output to a file outside of the run", function(file) return type(file) ~= "string" or isOwn(file) end)
  local tmpname = os and os.tmpname
  if tmpname then
    os.tmpname = function()
      local name = tmpname()
      own[name] = true
      return name
    end
  end
end

if shift and os then
  local time, date, clock = os.time, os.date, os.clock
  if time then
    os.time = function(moment)
      if moment ~= nil then return time(moment) end
      return time() + shift
    end
  end
  if date then
    os.date = function(format, moment) return date(format or "%c", moment or time() + shift) end
  end
  if clock then os.clock = function() return clock() + shift end end
end
