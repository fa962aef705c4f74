local test = require "luahost.test"

for _, button in ipairs { "Stack", "Switch", "Elsewhere" } do
  test.case("a change while a controller is in no tree is in the next autosave: " .. button, function(t)
    local app = t:launch "moved.lua"
    app:advance(1)
    app:tap(button)
    app:advance(1)
    app:kill()
    app:relaunch()
    t:expect(app:find("switch").isOn):isTrue()
    t:expect(app:find("slider").value):equals(0.25)
  end)
end
