local test = require "luahost.test"

local look = [[
  local pages = require "luahost".Application.shared.window.rootViewController.viewControllers
  return pages[1].target == pages[2].field, pages[2].target == pages[1].field
]]

for _, isStack in ipairs { false, true } do
  local kind = isStack and "stack" or "tabs"
  test.case("a reference to a view is restored, also to one of a controller that is decoded later: " .. kind, function(t)
    local app = t:launch("references.lua", { options = { isStack = isStack } })
    for _ = 1, 2 do
      app:kill()
      app:relaunch()
      local forward, backward = app:eval(look)
      t:expect(forward):isTrue()
      t:expect(backward):isTrue()
    end
    local events = table.concat(app:events(), "\n")
    t:expect(select(2, events:gsub("second viewDidLoad", ""))):equals(1)
  end)
end

test.case("a reference to a registered object does not depend on what the object contains", function(t)
  local app = t:launch "deep-object.lua"
  app:kill()
  app:relaunch()
  t:expect(app:eval [[return require "luahost".Application.shared.window.rootViewController.isRestored]]):isTrue()
end)
