local test = require "luahost.test"

test.case("a draw function assigned to a visible view is shown at once", function(t)
  local app = t:launch("later-draw.lua", { size = { 30, 8 } })
  t:expect(app:screen()):contains "plain"
  app:eval "app.label.draw = function(_, canvas) canvas:put(0, 0, 'drawn') end"
  t:expect(app:screen()):contains "drawn"
  t:expect(app:screen()):never():contains "plain"
  app:eval "app.label.draw = nil"
  t:expect(app:screen()):contains "plain"
end)

test.case("a draw function replaces the view's scroll bar, too", function(t)
  local app = t:launch("later-draw.lua", { size = { 30, 8 } })
  t:expect(app:screen()):matches "┃"
  app:eval "app.lines.draw = function(_, canvas) canvas:put(0, 0, 'drawn') end"
  t:expect(app:screen()):contains "drawn"
  t:expect(app:screen()):never():matches "┃"
end)
