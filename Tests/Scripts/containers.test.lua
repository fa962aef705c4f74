local test = require "luahost.test"

local function titles(list)
  local result = {}
  for _, controller in ipairs(list) do result[#result + 1] = controller.title end
  return result
end

local function relaunched(t, body, options)
  local app = t:launch("containers.lua", { size = { 60, 24 } })
  body(app)
  app:kill()
  app:relaunch { options = options or {} }
  return app
end

test.case("a navigation stack is restored in order", function(t)
  local app = relaunched(t, function(app) app:eval "app.window.rootViewController.viewControllers[1]:pop()" end)
  t:expect(titles(app:find("nav").viewControllers)):equals { "n1", "n2" }
  t:expect(app:screen()):contains "page n2"
end)

test.case("a child that cannot be created is omitted, and the others keep their order", function(t)
  local app = relaunched(t, function() end, { refused = { n2 = true } })
  t:expect(titles(app:find("nav").viewControllers)):equals { "n1", "n3" }
  t:expect(app:find("n2")):isNil()
end)

test.case("the selected tab is restored", function(t)
  local app = relaunched(t, function(app) app:tap "pages" end)
  t:expect(app:find("tabs").selectedIndex):equals(3)
  app:eval "app.window.rootViewController.selectedIndex = 4"
  app:kill()
  app:relaunch()
  t:expect(app:find("tabs").selectedViewController.restorationIdentifier):equals "controls"
end)

test.case("if the selected tab could not be created, its neighbour is selected", function(t)
  local app = relaunched(t, function(app) app:tap "pages" end, { refused = { pages = true } })
  t:expect(#app:find("tabs").viewControllers):equals(3)
  t:expect(app:find("tabs").selectedViewController.restorationIdentifier):equals "split"
end)

test.case("a split view keeps its sides, its divider and the visible side on narrow screens", function(t)
  local app = relaunched(t, function(app)
    app:tap "split"
    app:eval "local split = app.window.rootViewController.viewControllers[2] split.dividerPosition = 25 split:show 'secondary'"
  end)
  local split = app:find "split"
  t:expect(titles(split.viewControllers)):equals { "left", "right" }
  t:expect(split.dividerPosition):equals(25)
  t:expect(split.shownColumn):equals "secondary"
end)

test.case("the current page is restored", function(t)
  local app = relaunched(t, function(app)
    app:tap "pages"
    app:eval "app.window.rootViewController.viewControllers[3].currentIndex = 2"
  end)
  t:expect(app:find("pages").currentViewController.title):equals "p2"
  t:expect(app:screen()):contains "page p2"
end)

test.case("a presented controller is restored over its presenter, an alert is not", function(t)
  local app = relaunched(t, function(app)
    app:eval [[
      local ui = require "luahost"
      local Page = app.window.rootViewController.viewControllers[1].topViewController.class
      local sheet = Page { restorationIdentifier = "sheet", restorationClass = Page, title = "sheet" }
      app.window.rootViewController:present(sheet)
      sheet:present(ui.AlertController { title = "Alert!", restorationIdentifier = "alert" })
    ]]
    t:expect(app:screen()):contains "Alert!"
  end)
  t:expect(app:screen()):contains "page sheet"
  t:expect(app:screen()):never():contains "Alert!"
  t:expect(app:find("sheet").presentingViewController.restorationIdentifier):equals "tabs"
end)

test.case("controls and views with an identifier keep their own state", function(t)
  local app = relaunched(t, function(app)
    app:tap "controls"
    app:tap "switch"
    app:eval [[
      for _, view in ipairs(app.window.rootViewController.selectedViewController.view.subviews) do
        local id = view.restorationIdentifier
        if id == "slider" then view.value = 7 end
        if id == "stepper" then view.value = 3 end
        if id == "segments" then view.selectedSegmentIndex = 2 end
        if id == "field" then view.selectedRange = { location = 3, length = 2 } end
        if id == "table" then view:selectRow(1, 2) end
        if id == "scroll" then view.contentOffset = { x = 0, y = 9 } end
      end
    ]]
  end)
  t:expect(app:find("switch").isOn):isTrue()
  t:expect(app:find("slider").value):equals(7.0)
  t:expect(app:find("stepper").value):equals(3.0)
  t:expect(app:find("segments").selectedSegmentIndex):equals(2)
  t:expect(app:find("field").selectedRange):equals { location = 3, length = 2 }
  t:expect(app:find("table").indexPathsForSelectedRows):equals { { section = 1, row = 2 } }
  t:expect(app:find("scroll").contentOffset):equals { x = 0, y = 9 }
end)

test.case("the focused view is focused again", function(t)
  local app = relaunched(t, function(app)
    app:tap "controls"
    app:tap "field"
  end)
  t:expect(app:find("field").isFirstResponder):isTrue()
  app:type "!"
  t:expect(app:find("field").text):contains "!"
end)

test.case("rollbacks to old saves work one after the other", function(t)
  local app = t:launch "containers.lua"
  app:tap "split"
  local split = app:preserve()
  app:tap "pages"
  local pages = app:preserve()
  app:rollback(split)
  t:expect(app:find("tabs").selectedIndex):equals(2)
  app:rollback(pages)
  t:expect(app:find("tabs").selectedIndex):equals(3)
  t:expect(function() app:rollback(9999) end):fails "no save 9999"
end)

test.case("the tree shows which nodes are saved", function(t)
  local app = t:launch "containers.lua"
  app:eval "app.window.rootViewController.viewControllers[1].restorationIdentifier = nil"
  local tree = app:tree()
  t:expect(tree.path):equals "tabs"
  t:expect(tree.children[1].restorable):isFalse()
  t:expect(tree.children[1].children[1].restorable):isFalse()
  t:expect(tree.children[2].children[1].path):equals "tabs/split/left"
  t:expect(#app:archive().children):equals(3)
end)

test.case("a focused tab bar stays focused after a kill, also if a script has looked at it", function(t)
  local screen
  local app = relaunched(t, function(app)
    app:tap "controls"
    app:tap "switch"
    app:key "shift+tab"
    t:expect(app:eval "return #app.window.rootViewController.view.subviews" > 0):isTrue()
    app:preserve()
    screen = app:screen()
  end)
  -- The restored controller has no title of its own.
  t:expect(app:screen():lower()):equals(screen:lower())
  app:key "space"
  t:expect(app:find("switch").isOn):equals(true)
end)
