local test = require "luahost.test"

local function launch(t)
  return t:launch("pick.lua", { size = { 40, 24 }, options = { items = { "apple", "pear", "plum" } } })
end

-- The rows of the screen, those that are empty included.
local function rows(app) return select(2, app:screen():gsub("\n", "\n")) + 1 end

test.case("the app has its rows of the terminal, and no more than the terminal has", function(t)
  local app = launch(t)
  t:expect(rows(app)):equals(8)
  app:resize(40, 5)
  t:expect(rows(app)):equals(5)
  app:resize(30, 30)
  t:expect(rows(app)):equals(8)
end)

test.case("typed text filters the items, and Enter picks the first", function(t)
  local app = launch(t)
  app:type "pl"
  t:expect(app:screen()):contains "plum"
  t:expect(app:screen()):never():contains "pear"
  app:key "enter"
  t:expect(app:screen()):contains "Picked"
  t:expect(app:eval "return require('luahost').Application.shared.chosen"):equals "apple"
end)

test.case("the next run begins without a filter", function(t)
  local app = launch(t)
  app:type "pear"
  app:key "enter"
  pcall(app.advance, app, 1)
  app:relaunch()
  t:expect(app:find("filter").text):equals ""
  t:expect(app:screen()):contains "plum"
end)

test.everywhere("the filter is restored", "pick.lua", { options = { items = { "apple", "pear" } } }, function(app)
  app:type "pea"
end)
