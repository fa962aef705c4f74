local test = require "luahost.test"

test.case("a timer moves the circles, and their positions are restored", function(t)
  local app = t:launch("hypnonerd.lua", { size = { 40, 12 } })
  local still = app:screen()
  app:advance(0.5)
  local moved = app:screen()
  t:expect(moved == still):isFalse()
  app:kill()
  app:relaunch()
  t:expect(app:screen()):equals(moved)
end)

test.case("the timer pauses while another tab is visible", function(t)
  local app = t:launch("hypnonerd.lua", { size = { 40, 12 } })
  local before = app:screen()
  app:tap "Reminder"
  app:advance(1)
  app:tap "Hypnotize"
  t:expect(app:screen()):equals(before)
end)

test.case("the reminder is restored: tab, date and switch", function(t)
  local app = t:launch("hypnonerd.lua", { size = { 60, 16 } })
  app:tap "Reminder"
  app:type "2031-01-01 09:30"
  app:tap "switch"
  t:expect(app:screen()):contains "Reminder set for 2031-01-01 09:30"
  app:kill()
  app:relaunch()
  t:expect(app:find("switch").isOn):isTrue()
  t:expect(app:screen()):contains "Reminder set for 2031-01-01 09:30"
end)

test.case("the reminder follows a date that is changed later, also after a kill", function(t)
  local app = t:launch "hypnonerd.lua"
  app:tap "Reminder"
  app:tap "switch"
  app:tap "date"
  app:type "2031"
  t:expect(app:screen()):contains "Reminder set for 2031"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "Reminder set for 2031"
end)

test.case("the tree shows both tabs and the views with state", function(t)
  local app = t:launch "hypnonerd.lua"
  app:tap "Reminder"
  local tree = app:tree()
  t:expect(tree.identifier):equals "tabs"
  t:expect(tree.class):equals "TabBarController"
  t:expect(tree.children[1].class):equals "HypnosisViewController"
  t:expect(tree.children[2].path):equals "tabs/reminder"
  t:expect(tree.children[2].restorable):isTrue()
end)

test.everywhere("the reminder is never lost", "hypnonerd.lua", {}, function(app)
  app:tap "Reminder"
  app:key "tab"
  app:key "up"
end)
