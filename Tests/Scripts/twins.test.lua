-- Identifiers ought to be unique among siblings; if they are not, no state is lost.
local test = require "luahost.test"

test.case("siblings with the same identifier are all restored in order, each with its own state", function(t)
  local app = t:launch "twins.lua"
  app:kill()
  app:relaunch()
  t:expect(app:eval [[
    local numbers = {}
    for index, child in ipairs(app.window.rootViewController.children) do numbers[index] = child.n end
    return numbers
  ]]):equals { 1, 2, 3 }
end)
