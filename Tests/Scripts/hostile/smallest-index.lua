-- expect: expected an integer or nil, got -9223372036854775808, which is out of range
print(pcall(function() ui.SegmentedControl { segments = { "a" } }.selectedSegmentIndex = math.mininteger end))
local source = setmetatable({}, { __index = function(_, name)
  if name:find "^number" then return function() return 1 end end
  return function() return math.mininteger, math.mininteger end
end })
app.window.rootViewController.view = ui.TableView { restorationIdentifier = "table", dataSource = source, delegate = source }
