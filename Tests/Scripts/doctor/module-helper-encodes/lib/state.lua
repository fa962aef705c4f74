local M = {}
local keys = { "alpha", "beta" }
function M.save(object, coder)
  for _, key in ipairs(keys) do coder:encode(key, object[key] or 1) end
end
function M.load(object, coder)
  for _, key in ipairs(keys) do object[key] = coder:decode(key) end
end
return M
