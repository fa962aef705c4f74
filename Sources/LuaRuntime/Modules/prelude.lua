-- The prelude of every state. Receives the C functions that create an `xpcall` and report whether the time is over.
local makeXpcall, isOver = ...

-- When the time is over, no handler runs. The tail call keeps the handler on its usual stack level.
xpcall = makeXpcall(xpcall, function(handler)
  return function(message)
    if isOver() then return message end
    return handler(message)
  end
end)
