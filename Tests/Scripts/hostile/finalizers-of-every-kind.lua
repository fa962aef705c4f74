-- options: --sandbox
-- expect: time limit exceeded
local function evil() while true do end end
local mt = { __gc = true }
setmetatable({}, mt)
mt.__gc = setmetatable({}, { __call = evil })
collectgarbage()
for i = 1, 1e7 do local t = { {}, {} } end
