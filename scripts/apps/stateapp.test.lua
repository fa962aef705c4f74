local test = require "luahost.test"

-- The code that each stage of the tutorial adds; it is removed to get the app of an earlier stage.
local additions = {
  { stage = 2, pattern = "function app:should%w+%(coder%) return true end\n" },
  { stage = 3, pattern = 'restorationIdentifier = "[%w]+",? ?' },
  { stage = 4, pattern = "[^\n]*UnsavedText[^\n]*\n" },
  { stage = 5, pattern = "[^\n]*restorationClass = Third\n" },
}

local function appAtStage(stage)
  local file = assert(io.open(test.folder .. "/stateapp.lua"))
  local source = file:read "a"
  file:close()
  for _, addition in ipairs(additions) do
    if addition.stage > stage then
      local count
      source, count = source:gsub(addition.pattern, "")
      assert(count > 0, "the app has nothing that stage " .. addition.stage .. " adds")
    end
  end
  local path = os.tmpname() .. ".lua"
  file = assert(io.open(path, "w"))
  file:write(source)
  file:close()
  return path
end

-- User input: the second tab, some text, the third screen. Then the app is killed and relaunched.
local function useAndKill(t, stage)
  local app = t:launch(appAtStage(stage), { size = { 60, 16 } })
  app:tap "Second"
  app:type "hello"
  app:tap "Press Me"
  t:expect(app:screen()):contains "Third screen"
  app:background()
  app:kill()
  app:relaunch()
  return app
end

test.case("stage 1: an app that does not opt in starts from the beginning", function(t)
  local app = useAndKill(t, 1)
  t:expect(app:screen()):contains "This is the first screen."
  t:expect(#app:saves()):equals(0)
end)

test.case("stage 2: opting in without identifiers restores nothing", function(t)
  local app = useAndKill(t, 2)
  t:expect(app:screen()):contains "This is the first screen."
  t:expect(app:find("tabController1")):isNil()
end)

test.case("stage 3: with identifiers, the tab is restored", function(t)
  local app = useAndKill(t, 3)
  t:expect(app:screen()):never():contains "This is the first screen."
  t:expect(app:screen()):contains "Press Me"
  t:expect(app:screen()):never():contains "hello"
end)

test.case("stage 4: with encode and decode, the text is restored", function(t)
  local app = useAndKill(t, 4)
  t:expect(app:screen()):contains "hello"
  t:expect(app:screen()):contains "Press Me"
  t:expect(app:find("thirdViewController")):isNil()
end)

test.case("stage 5: with a restoration class, the third screen is restored", function(t)
  local app = useAndKill(t, 5)
  t:expect(app:screen()):contains "Third screen"
  t:expect(app:find("viewController2")):exists()
  app:key "escape"
  t:expect(app:screen()):contains "hello"
end)

test.case("without going to the background, autosave saves everything", function(t)
  local app = t:launch("stateapp.lua", { size = { 60, 16 } })
  app:tap "Second"
  app:type "typed just now"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "typed just now"
end)

test.case("the archive has the text for its key", function(t)
  local app = t:launch("stateapp.lua")
  app:tap "Second"
  app:type "kept"
  local nav = app:archive().children[2]
  t:expect(nav.identifier):equals "navController1"
  t:expect(nav.children[1].state.UnsavedText):equals "kept"
end)

test.case("a first launch runs the callbacks in this order", function(t)
  local app = t:launch("stateapp.lua", { size = { 60, 16 } })
  local order = {}
  for _, event in ipairs(app:events()) do
    if event == "app shouldSaveApplicationState" then break end
    order[#order + 1] = event
  end
  t:expect(order):equals {
    "app willFinishLaunching",
    "app didFinishLaunching",
    "tabController1 viewDidLoad",
    "tabController1/viewController1 viewDidLoad",
    "tabController1 viewWillAppear",
    "tabController1/viewController1 viewWillAppear",
    "tabController1 viewDidAppear",
    "tabController1/viewController1 viewDidAppear",
    "app didBecomeActive",
  }
end)

test.case("a restoring launch runs the callbacks in UIKit's order", function(t)
  local app = useAndKill(t, 5)
  local order = {}
  for _, event in ipairs(app:events()) do
    order[#order + 1] = event
    if event == "app didBecomeActive" then break end
  end
  local nav = "tabController1/navController1"
  t:expect(order):equals {
    "app willFinishLaunching",
    "app shouldRestoreApplicationState",
    "class ThirdViewController viewControllerWithRestorationIdentifierPath " .. nav .. "/thirdViewController",
    "tabController1 viewDidLoad",
    "tabController1 decodeRestorableState",
    "tabController1/viewController1 viewDidLoad",
    "tabController1/viewController1 decodeRestorableState",
    nav .. " viewDidLoad",
    nav .. " decodeRestorableState",
    nav .. "/viewController2 viewDidLoad",
    nav .. "/viewController2 decodeRestorableState",
    nav .. "/thirdViewController viewDidLoad",
    nav .. "/thirdViewController decodeRestorableState",
    "app didDecodeRestorableState",
    "tabController1 applicationFinishedRestoringState",
    "tabController1/viewController1 applicationFinishedRestoringState",
    nav .. " applicationFinishedRestoringState",
    nav .. "/viewController2 applicationFinishedRestoringState",
    nav .. "/thirdViewController applicationFinishedRestoringState",
    "app didFinishLaunching",
    "tabController1 viewWillAppear",
    nav .. " viewWillAppear",
    nav .. "/thirdViewController viewWillAppear",
    "tabController1 viewDidAppear",
    nav .. " viewDidAppear",
    nav .. "/thirdViewController viewDidAppear",
    "app didBecomeActive",
  }
end)

test.everywhere("the text and the third screen are never lost", "stateapp.lua", { size = { 60, 16 } }, function(app)
  app:tap "Second"
  app:type "two lines\nof text"
  app:key "up"
  app:tap "Press Me"
  app:key "escape"
end)
