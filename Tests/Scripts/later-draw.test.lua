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

test.case("a canvas that was kept cannot be used after its draw has returned", function(t)
  local app = t:launch("later-draw.lua", { size = { 30, 8 } })
  app:eval "app.label.draw = function(_, canvas) kept = canvas canvas:put(0, 0, 'drawn') end"
  t:expect(app:screen()):contains "drawn"
  for _, call in ipairs { "put(0, 0, 'late')", "fill(0, 0, 1, 1)", "box(0, 0, 2, 2)", "image(0, 0, 1, 1, nil)" } do
    t:expect(function() app:eval("kept:" .. call) end):fails "eval:1: this canvas can only be used until its draw returns"
  end
  t:expect(app:eval "return kept.height"):equals(4)
end)

test.case("a rectangle is filled with one character", function(t)
  local app = t:launch("later-draw.lua", { size = { 30, 8 } })
  app:eval "app.label.draw = function(_, canvas) canvas:fill(0, 0, 2, 1, 'ab') end"
  t:expect(app):failed "the character: expected one character, got \"ab\""
  app:eval "app.label.draw = function(_, canvas) canvas:fill(0, 0, 2, 1, 'é') end"
  t:expect(app:screen()):contains "éé"
end)
