-- options: --memory-limit 33554432
-- expect: data: .*not enough memory
-- expect: labels: .*not enough memory
-- expect: lists: .*not enough memory
-- expect: pasteboard: .*not enough memory
-- expect: garbage: fine
-- Memory that the host holds for the script, many times over its limit.
local function attack(name, body)
  local isDone, message = pcall(body)
  print(name .. ": " .. (isDone and "fine" or tostring(message)))
end
attack("data", function() local t = {} for i = 1, 1e6 do t[i] = ui.Data(("x"):rep(20000)) end end)
attack("labels", function() local t = {} for i = 1, 1e6 do t[i] = ui.Label { text = ("x"):rep(1e6) } end end)
attack("lists", function()
  local long, list = ("x"):rep(1e6), {}
  for i = 1, 1000 do list[i] = long end
  ui.SegmentedControl { segments = list }
end)
attack("pasteboard", function() for i = 1, 20 do app.pasteboard.string = ("x"):rep(i * 4e6) end end)
app.pasteboard.string = ""
attack("garbage", function() for _ = 1, 2e3 do ui.Data(("x"):rep(1e5)) end end)
