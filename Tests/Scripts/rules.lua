-- Small trees, one for each option, that show the order of saving and restoring.

local ui = require "luahost"

local function isRefused(path) return refused and refused[path[#path]] end

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  local views = {}
  for index, identifier in ipairs(self.views or {}) do views[index] = ui.Slider { restorationIdentifier = identifier } end
  self.view = ui.VStack(views)
end

function Screen:viewDidLoad()
  bound = bound or self.parent ~= nil or self.navigationController ~= nil or self.tabBarController ~= nil
end

function Screen:encodeRestorableState(coder)
  coder:encode("number", self.number)
  coder:encode("views", self.views)
  if self.whenEncoding then self:whenEncoding(coder) end
end

function Screen:decodeRestorableState(coder)
  self.number = coder:decode "number"
  if failsToDecode == self.restorationIdentifier then error "cannot decode" end
  if not coder:contains "loose" then return end
  decoded = { first = coder:decode "first", second = coder:decode "second", loose = coder:decode "loose", object = coder:decode "object" }
end

function Screen:viewControllerWithRestorationIdentifierPath(path, coder)
  if isRefused(path) then return nil end
  return Screen { views = coder:decode "views", restorationIdentifier = renamed and renamed[path[#path]] }
end

local Stack = ui.NavigationController:subclass "Stack"
function Stack:viewControllerWithRestorationIdentifierPath(path)
  if isRefused(path) then return nil end
  -- A child created with its container that matches no saved one.
  return comesWithChild and Stack { Screen { restorationIdentifier = "extra" } } or Stack()
end

local Tabs = ui.TabBarController:subclass "Tabs"
function Tabs:viewControllerWithRestorationIdentifierPath() return Tabs() end

local function screen(identifier, number, views)
  return Screen { restorationIdentifier = identifier, restorationClass = Screen, number = number, views = views }
end

local kinds = {
  stack = function()
    return Stack { restorationIdentifier = "stack", restorationClass = Stack, screen("one", 1), screen("two", 2), screen("three", 3) }
  end,
  tabs = function()
    local tabs = Tabs {
      restorationIdentifier = "tabs", restorationClass = Tabs,
      Stack { restorationIdentifier = "stack", restorationClass = Stack, screen("one", 1), screen("same", 2) },
      screen("same", 3), screen("last", 4),
    }
    tabs.selectedIndex = 3
    return tabs
  end,
  parent = function()
    local parent = screen("parent", 1, { "first", "second" })
    local child = screen("child", 2, { "below" })
    parent:addChild(child)
    parent.view:addSubview(child.view)
    parent:addChild(screen("other", 3))
    parent:present(screen("presented", 4))
    return parent
  end,
  twins = function()
    return Tabs { restorationIdentifier = "tabs", restorationClass = Tabs, screen("twin", 1), screen("twin", 2), screen("other", 3) }
  end,
  references = function()
    local holder, other, loose = screen("holder", 1), screen("other", 2), screen("loose", 7)
    function holder:whenEncoding(coder)
      coder:encode("first", other)
      coder:encode("second", { self })
      coder:encode("loose", loose)
      coder:encode("object", object)
    end
    return Tabs { restorationIdentifier = "tabs", restorationClass = Tabs, holder, other }
  end,
  plain = function() return Screen { restorationIdentifier = "plain", number = 7 } end,
}

local app = ui.Application { identifier = "org.example.rules", version = "1" }

function app:shouldSaveApplicationState(coder)
  coder:encode("first", 1)
  return not refusesSave
end

function app:shouldRestoreApplicationState(coder)
  infoVersion, first = coder.info.appVersion, coder:decode "first"
  return not refusesState
end

function app:willEncodeRestorableState(coder) coder:encode("second", 2) end
function app:didDecodeRestorableState(coder) second = coder:decode "second" end

function app:willFinishLaunching(options)
  kind, refused, renamed, comesWithChild = options.kind, options.refused, options.renamed, options.comesWithChild
  refusesState, failsToDecode = options.refusesState, options.failsToDecode
  self.window = ui.Window()
  object = { encodeRestorableState = function() end, decodeRestorableState = function() end }
  self:registerObjectForStateRestoration(object, "object")
  if options.exists then self.window.rootViewController = Screen { restorationIdentifier = "plain" } end
end

function app:didFinishLaunching()
  if not self.window.rootViewController then self.window.rootViewController = kinds[kind]() end
  root = self.window.rootViewController
  self.window:makeKeyAndVisible()
end

return app
