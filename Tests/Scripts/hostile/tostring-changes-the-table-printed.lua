-- expect: changed while it was read
-- input: victim
victim = {}
local function grow() for i = 1, 100 do victim[{}] = i end for k in pairs(victim) do victim[k] = nil end return "x" end
for i = 1, 20 do victim[setmetatable({}, { __tostring = grow })] = setmetatable({}, { __tostring = grow}) end
