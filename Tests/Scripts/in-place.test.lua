-- Controllers that exist at their identifier paths, below a parent that the application has re-created.
local test = require "luahost.test"

test.case("existing controllers are used below a parent that is re-created", function(t)
  local app = t:launch "in-place.lua"
  app:eval "first.number = 1 second.number = 2 app.window.rootViewController.selectedIndex = 2"
  app:tap "field"
  app:type "typed"
  local screen = app:screen()
  app:background()
  app:kill()
  app:relaunch()
  t:expect(app:screen()):equals(screen)
  t:expect(app:eval "return second.number"):equals(2)
  t:expect(app:eval "return first.number"):equals(1)
  t:expect(app:eval "return app.window.rootViewController.viewControllers[1] == first"):isTrue()
  t:expect(app:errors()):equals {}
end)
