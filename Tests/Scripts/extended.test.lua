-- While the end of restoration is put off, the screen is the picture of the last save, and what is typed waits.
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

test.case("the picture of the last save stays until restoration is complete", function(t)
  local app, screen = extended(t)
  t:expect(app:screen()):equals(screen)
  app:advance(5)
  t:expect(app:screen()):equals(screen)
  app:eval(finish)
  t:expect(app:screen()):equals(screen)
  app:type "!"
  t:expect(app:find("field").text):equals "hello!"
end)

test.case("what is typed meanwhile waits for the restored screen; what is shown cannot be clicked", function(t)
  local app = extended(t)
  app:type " world"
  app:key "backspace"
  t:expect(function() app:tap "Press" end):fails "still being restored"
  t:expect(app:find("field").text):equals "hello"
  app:eval(finish)
  t:expect(app:find("field").text):equals "hello worl"
  t:expect(app:eval "return pressed"):isNil()
end)

test.case("another size reaches the app, and clears the picture", function(t)
  local app = extended(t)
  app:resize(20, 6)
  t:expect(app:screen()):never():matches "%S"
  t:expect(function() app:type "x" end):fails "nothing takes the text"
  app:eval(finish)
  t:expect(app:screen()):contains "A note"
  t:expect(app:eval "return app.window.rootViewController.view.frame.width"):equals(20)
end)

test.case("after ten seconds it goes on by itself, and what waited arrives", function(t)
  local app = extended(t)
  app:type "x"
  app:advance(10.1)
  t:expect(app:find("field").text):equals "hellox"
end)

test.case("an end meanwhile leaves the state as it was", function(t)
  local app = extended(t)
  app:type "lost?"
  app:terminate()
  app:relaunch()
  app:eval(finish)
  t:expect(app:find("field").text):equals "hello"
end)
