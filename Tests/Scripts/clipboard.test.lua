local test = require "luahost.test"

local function reads(t, app, text)
  app:tap "Read"
  t:expect(app:screen()):contains("read: " .. text)
end

for _, isolated in ipairs { false, true } do
  local place = isolated and ", in a process of its own" or ""

  test.case("the clipboard is what the test gave, until a text is copied" .. place, function(t)
    local app = t:launch("clipboard.lua", { clipboard = "given\nin a test", isolated = isolated })
    reads(t, app, "given")
    app:tap "Write"
    reads(t, app, "written")
  end)

  test.case("a text that the user copies is read, also after a kill" .. place, function(t)
    local app = t:launch("clipboard.lua", { isolated = isolated })
    reads(t, app, "nil")
    app:tap "field"
    app:type "typed"
    app:key "ctrl+a"
    app:key "shift+end"
    app:key "ctrl+c"
    reads(t, app, "typed")
    app:kill()
    app:relaunch()
    reads(t, app, "typed")
  end)
end

test.everywhere("a clipboard outlives kills", "clipboard.lua", { clipboard = "given" }, function(app)
  app:tap "Read"
  app:tap "Write"
  app:tap "Read"
end)

test.case("a clipboard is a text", function(t)
  t:expect(function() t:launch("clipboard.lua", { clipboard = 5 }) end):fails "clipboard: expected a string"
end)
