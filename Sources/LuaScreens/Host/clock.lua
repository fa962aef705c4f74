-- Gives scripts the clock of their app. now() returns the seconds since 1970.
local now = ...
local os = os
if not os then return end

local time, date = os.time, os.date
if time then
  os.time = function(moment)
    if moment ~= nil then return time(moment) end
    return now()
  end
end
if date then
  os.date = function(format, moment) return date(format or "%c", moment or now()) end
end
