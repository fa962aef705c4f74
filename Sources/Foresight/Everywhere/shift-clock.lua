-- Replaces the clock of an app. now() returns the seconds since 1970, and shift is the difference to the real time.
local now, shift = ...
local os = os
if not os then return end

local time, date, clock = os.time, os.date, os.clock
if time then
  os.time = function(moment)
    if moment ~= nil then return time(moment) end
    return now()
  end
end
if date then
  os.date = function(format, moment) return date(format or "%c", moment or now()) end
end
if clock and shift ~= 0 then os.clock = function() return clock() + shift end end
