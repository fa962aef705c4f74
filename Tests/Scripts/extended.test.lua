-- While restoration is extended, the screen shows the snapshot of the last save, and keys wait.
local test = require "luahost.test"

local function extended(t)
  local app = t:launch("extended.lua", { size = { 30, 6 } })
  app:tap "field"
  app:type "hello"
  local screen = app:screen()
  app:background()
  app:kill()
  app:relaunch()
  return app, screen
end

local finish = "app:completeStateRestoration()"

test.case("the snapshot of the last save is shown until restoration is complete", function(t)
  local app, screen = extended(t)
  t:expect(app:screen()):equals(screen)
  app:advance(5)
  t:expect(app:screen()):equals(screen)
  app:eval(finish)
  t:expect(app:screen()):equals(screen)
  app:type "!"
  t:expect(app:find("field").text):equals "hello!"
end)

test.case("keys wait for the restored screen; clicks on the snapshot do nothing", function(t)
  local app = extended(t)
  app:type " world"
  app:key "backspace"
  t:expect(function() app:tap "Press" end):fails "still being restored"
  t:expect(app:find("field").text):equals "hello"
  app:eval(finish)
  t:expect(app:find("field").text):equals "hello worl"
  t:expect(app:eval "return pressed"):isNil()
end)

test.case("a resize reaches the app and removes the snapshot", function(t)
  local app = extended(t)
  app:resize(20, 6)
  t:expect(app:screen()):never():matches "%S"
  t:expect(function() app:type "x" end):fails "no view accepts the text"
  app:eval(finish)
  t:expect(app:screen()):contains "A note"
  t:expect(app:eval "return app.window.rootViewController.view.frame.width"):equals(20)
end)

test.case("restoration completes after ten seconds, and the waiting keys arrive", function(t)
  local app = extended(t)
  app:type "x"
  app:advance(10.1)
  t:expect(app:find("field").text):equals "hellox"
end)

test.case("an exit during extended restoration leaves the state unchanged", function(t)
  local app = extended(t)
  app:type "lost?"
  app:terminate()
  app:relaunch()
  app:eval(finish)
  t:expect(app:find("field").text):equals "hello"
end)
