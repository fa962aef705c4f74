-- The order of saving and restoring, who creates objects, and which are omitted.
local test = require "luahost.test"

local function launch(t, kind, options)
  options = options or {}
  options.kind = kind
  return t:launch("rules.lua", { options = options })
end

-- Saves in the background, kills, and relaunches with further options.
local function again(app, kind, options)
  options = options or {}
  options.kind = kind
  app:background()
  app:kill()
  app:relaunch { options = options }
end

-- Returns the events after the first ones, without the saves that follow a launch.
local function events(app, skipped)
  local lines = {}
  for index, event in ipairs(app:events()) do
    if index > (skipped or 0) then lines[#lines + 1] = event end
    if event == "app didBecomeActive" then break end
  end
  return table.concat(lines, "\n")
end

test.case("a first launch calls no restoration methods", function(t)
  local app = launch(t, "stack")
  t:expect(events(app)):equals(table.concat({
    "app willFinishLaunching", "app didFinishLaunching", "stack viewDidLoad", "stack/three viewDidLoad",
    "stack viewWillAppear", "stack/three viewWillAppear", "stack viewDidAppear", "stack/three viewDidAppear",
    "app didBecomeActive",
  }, "\n"))
end)

test.case("a stack is created, decoded and finished from the root down, and only its top appears", function(t)
  local app = launch(t, "stack")
  again(app, "stack")
  t:expect(events(app)):equals(table.concat({
    "app willFinishLaunching", "app shouldRestoreApplicationState",
    "class Stack viewControllerWithRestorationIdentifierPath stack",
    "class Screen viewControllerWithRestorationIdentifierPath stack/one",
    "class Screen viewControllerWithRestorationIdentifierPath stack/two",
    "class Screen viewControllerWithRestorationIdentifierPath stack/three",
    "stack viewDidLoad", "stack decodeRestorableState", "stack/one viewDidLoad", "stack/one decodeRestorableState",
    "stack/two viewDidLoad", "stack/two decodeRestorableState", "stack/three viewDidLoad", "stack/three decodeRestorableState",
    "object decodeRestorableState", "app didDecodeRestorableState",
    "stack applicationFinishedRestoringState", "stack/one applicationFinishedRestoringState",
    "stack/two applicationFinishedRestoringState", "stack/three applicationFinishedRestoringState",
    "object applicationFinishedRestoringState", "app didFinishLaunching",
    "stack viewWillAppear", "stack/three viewWillAppear", "stack viewDidAppear", "stack/three viewDidAppear",
    "app didBecomeActive",
  }, "\n"))
  t:expect(app:eval "return not bound"):isTrue()
  t:expect(app:eval "return first .. second .. infoVersion"):equals "121"
end)

test.case("a save encodes a controller, its views, its children and the presented controller, then objects", function(t)
  local app = launch(t, "parent")
  local skipped = #app:events()
  app:background()
  local saved = {}
  for index, event in ipairs(app:events()) do if index > skipped then saved[#saved + 1] = event end end
  t:expect(table.concat(saved, "\n")):equals(table.concat({
    "app willResignActive", "app didEnterBackground", "app shouldSaveApplicationState", "app willEncodeRestorableState",
    "parent encodeRestorableState", "parent/first encodeRestorableState", "parent/second encodeRestorableState",
    "parent/child encodeRestorableState", "parent/child/below encodeRestorableState", "parent/other encodeRestorableState",
    "parent/presented encodeRestorableState", "object encodeRestorableState",
  }, "\n"))
end)

test.case("a presented controller is restored below its presenter, after the children", function(t)
  local app = launch(t, "parent")
  again(app, "parent")
  local made = {}
  for _, event in ipairs(app:events()) do made[#made + 1] = event:match "^class Screen .* (.*)$" end
  t:expect(table.concat(made, " ")):equals "parent parent/child parent/other parent/presented"
  t:expect(app:find("presented").presentingViewController.number):equals(1)
  t:expect(events(app)):contains "parent/presented viewDidAppear"
  t:expect(events(app)):never():contains "parent viewDidAppear"
end)

test.case("an app that refuses a save gets no further callbacks, and the previous save stays", function(t)
  local app = launch(t, "stack")
  app:eval "root.topViewController.number = 3"
  app:background()
  app:foreground()
  app:eval "refusesSave = true root.topViewController.number = 99"
  local skipped, saves = #app:events(), #app:saves()
  app:background()
  t:expect(app:events()[#app:events()]):equals "app shouldSaveApplicationState"
  t:expect(#app:events()):equals(skipped + 3)
  t:expect(#app:saves()):equals(saves)
  app:kill()
  app:relaunch()
  t:expect(app:find("three").number):equals(3)
end)

test.case("an app that refuses the state launches without it, and the state stays in the history", function(t)
  local app = launch(t, "stack")
  app:eval "root:pop()"
  local number = app:preserve()
  again(app, "stack", { refusesState = true })
  t:expect(events(app)):never():contains "decodeRestorableState"
  t:expect(#app:find("stack").viewControllers):equals(3)
  app:rollback(number)
end)

test.case("a restoration class that returns nil is not asked for nodes below", function(t)
  local app = launch(t, "tabs")
  again(app, "tabs", { refused = { stack = true } })
  t:expect(events(app)):contains "class Stack viewControllerWithRestorationIdentifierPath tabs/stack"
  t:expect(events(app)):never():contains "tabs/stack/one"
  t:expect(#app:find("tabs").viewControllers):equals(2)
  t:expect(app:find("tabs").selectedViewController.number):equals(4)
end)

test.case("if the selected tab is omitted, a neighbour is selected", function(t)
  local app = launch(t, "tabs")
  again(app, "tabs", { refused = { last = true } })
  t:expect(app:find("tabs").selectedViewController.number):equals(3)
end)

test.case("one identifier below two parents identifies two controllers", function(t)
  local app = launch(t, "tabs")
  again(app, "tabs")
  t:expect(app:find("tabs/stack/same").number):equals(2)
  t:expect(app:find("tabs/same").number):equals(3)
end)

test.case("siblings with the same identifier are distinguished by position", function(t)
  local app = launch(t, "twins")
  again(app, "twins")
  for index, number in ipairs { 1, 2, 3 } do
    t:expect(app:find("tabs").viewControllers[index].number):equals(number)
  end
end)

test.case("a root that comes along with its navigation controller and matches no saved node is replaced", function(t)
  local app = launch(t, "stack")
  again(app, "stack", { comesWithChild = true })
  local identifiers = {}
  for _, child in ipairs(app:find("stack").viewControllers) do identifiers[#identifiers + 1] = child.restorationIdentifier end
  t:expect(table.concat(identifiers, " ")):equals "one two three"
end)

test.case("a restored controller keeps the identifier that its class gave it", function(t)
  local app = launch(t, "stack")
  again(app, "stack", { renamed = { one = "first" } })
  t:expect(app:find("first").number):equals(1)
  again(app, "stack")
  t:expect(app:find("stack/first").number):equals(1)
end)

test.case("a controller that nothing creates is omitted, and an existing one is used", function(t)
  local app = launch(t, "plain")
  app:eval "root.number = 3"
  again(app, "plain")
  t:expect(app:find("plain").number):equals(7)
  app:eval "root.number = 4"
  again(app, "plain", { exists = true })
  t:expect(app:find("plain").number):equals(4)
end)

test.case("references decode to restored controllers and objects, also outside the tree", function(t)
  local app = launch(t, "references")
  again(app, "references")
  t:expect(app:eval "return decoded.first == root.viewControllers[2]"):isTrue()
  t:expect(app:eval "return decoded.second[1] == root.viewControllers[1]"):isTrue()
  t:expect(app:eval "return decoded.object == object"):isTrue()
  t:expect(app:eval "return decoded.loose.number"):equals(7)
  t:expect(events(app)):contains "class Screen viewControllerWithRestorationIdentifierPath tabs/holder/loose"
end)

test.case("a node that fails to decode stays as its class created it, and the others are restored", function(t)
  local app = launch(t, "stack")
  app:eval "root.viewControllers[2].number = 20 root.topViewController.number = 30"
  again(app, "stack", { failsToDecode = "two" })
  t:expect(app:find("three").number):equals(30)
  t:expect(app):failed "cannot decode"
  app:background()
  app:kill()
  app:relaunch { options = { kind = "stack" } }
  t:expect(app:find("two").number):equals(20)
end)

test.case("a node that fails to encode keeps its last valid state, and is reported once", function(t)
  local app = launch(t, "stack")
  app:eval "root.topViewController.number = 30"
  app:background()
  app:foreground()
  app:eval "root.topViewController.whenEncoding = function() error 'cannot encode' end root.topViewController.number = 31"
  app:eval "root.viewControllers[1].number = 11"
  app:background()
  app:foreground()
  t:expect(#app:errors()):equals(1)
  app:background()
  app:kill()
  app:relaunch()
  t:expect(app:find("three").number):equals(30)
  t:expect(app:find("one").number):equals(11)
end)
