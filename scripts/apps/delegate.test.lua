local test = require "luahost.test"

local function restored(t)
  local app = t:launch("delegate.lua", { size = { 50, 12 }, options = { isRecording = true } })
  app:tap "Cherry"
  t:expect(app:screen()):contains "You chose:"
  app:background()
  app:kill()
  app:relaunch()
  return app
end

test.case("the detail is restored with its fruit, and the list below it", function(t)
  local app = restored(t)
  t:expect(app:screen()):contains "Cherry"
  t:expect(app:screen()):contains "You chose:"
  app:key "escape"
  t:expect(app:screen()):contains "Banana"
end)

test.case("the application is asked once for each controller, the root included", function(t)
  local app = restored(t)
  t:expect(app:eval "return app.asked"):equals { "nav", "nav/list", "nav/detail" }
end)

test.case("the stack has the restored controllers, without duplicates from the storyboard", function(t)
  local app = restored(t)
  t:expect(#app:tree().children):equals(2)
end)

test.case("viewDidLoad runs before there is a container, and the covered list does not appear", function(t)
  local app = restored(t)
  t:expect(app:eval "return app.seen"):equals {
    "list viewDidLoad no nav",
    "detail viewDidLoad no nav",
    "list applicationFinishedRestoringState in nav",
    "detail applicationFinishedRestoringState in nav",
    "detail viewWillAppear in nav",
  }
end)

test.case("applicationFinishedRestoringState comes last, after the application's own state", function(t)
  local app = restored(t)
  local events = table.concat(app:events(), "\n")
  local decoded = events:find("app didDecodeRestorableState", 1, true)
  local finished = events:find("nav applicationFinishedRestoringState", 1, true)
  local launched = events:find("app didFinishLaunching", 1, true)
  t:expect(decoded < finished and finished < launched):isTrue()
  t:expect(events):never():contains "nav/list viewWillAppear"
end)

test.case("a first launch asks for no controller", function(t)
  local app = t:launch "delegate.lua"
  for _, event in ipairs(app:events()) do
    t:expect(event):never():contains "viewControllerWithRestorationIdentifierPath"
  end
  t:expect(app:screen()):contains "Apple"
end)
