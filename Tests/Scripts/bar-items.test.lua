local test = require "luahost.test"

--- Opens the other screen with the button "Edit".
local function open(t)
  local app = t:launch "bar-items.lua"
  app:key "shift+tab"
  t:expect(app:find("edit").isFirstResponder):isTrue()
  app:key "enter"
  return app
end

for _, isKilled in ipairs { false, true } do
  local function close(app)
    if isKilled then
      app:kill()
      app:relaunch()
    end
    app:key "escape"
  end
  local event = isKilled and " after a kill" or ""

  test.case("a button that is set again keeps the keyboard focus" .. event, function(t)
    local app = open(t)
    close(app)
    t:expect(app:find("edit").isFirstResponder):isTrue()
    t:expect(app:find("edit").title):equals "Edit"
  end)

  test.case("a focused button that was renamed has another place" .. event, function(t)
    local app = open(t)
    app:advance(1)
    close(app)
    t:expect(app:find("edit").isFirstResponder):isTrue()
    t:expect(app:find("edit").title):equals "Done"
  end)
end
