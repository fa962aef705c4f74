-- Timers at the end of time do not delay other events.
-- expect: timers are set
for _, seconds in ipairs { 0, 1e-308, 1e9, 2^53, 2^63, 1e30, 1e300, 1.7e308 } do
  ui.after(seconds, function() end)
  ui.every(seconds, function() end):cancel()
end
for _, seconds in ipairs { -1, 0 / 0, math.huge, -math.huge } do
  assert(not pcall(ui.after, seconds, function() end))
end
ui.task(function() ui.sleep(1.7e308) end)
local last = ui.every(1.7e308, function() end)
assert(last.isPending)
print "timers are set"
