-- options: --sandbox --memory-limit 30000000
-- expect: not enough memory
local props = {}
for i = 1, 2000 do props["p" .. i] = i end
setmetatable({}, { __gc = function() for k in pairs(props) do props[k] = nil end for i = 1, 20 do props[{}] = i end end })
local My = ui.ViewController:subclass "My"
for i = 1, 200 do
  local ok, message = pcall(My, props)
  props = {}
  for i = 1, 200 do props["p" .. i] = i end
  setmetatable({}, { __gc = function() for k in pairs(props) do props[k] = nil end for i = 1, 20 do props[{}] = i end end })
end
print(#string.rep("x", 60000000))
