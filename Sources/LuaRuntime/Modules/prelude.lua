-- What every state begins with. Gets the functions of C that make an `xpcall` and that say whether the time is over.
local makeXpcall, isOver = ...

-- When the time is over no handler runs. In a tail call, it is on the level of the stack where it would be otherwise.
xpcall = makeXpcall(xpcall, function(handler)
  return function(message)
    if isOver() then return message end
    return handler(message)
  end
end)
