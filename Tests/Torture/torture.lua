-- An app whose whole state is determined by one number n, so that a mixture of two saves can be detected: twenty
-- screens, of which screen i has the greatest number so far that is congruent to i modulo twenty; a stack of n % 5 + 1
-- screens; three tabs rotated by n % 3; n % 4 switches; a sheet for every other number; and a reference to the screen
-- that was changed last. Each number changes all of this in one turn.

local ui = require "luahost"
local count = 20

local Screen = ui.ViewController:subclass "Screen"

function Screen:encodeRestorableState(coder)
  coder:encode("value", self.value or 0)
  coder:encode("text", (("text %d "):format(self.value or 0):rep(20)))
  if self.last then coder:encode("last", self.last) end
end

function Screen:decodeRestorableState(coder)
  self.value = coder:decodeInteger "value"
  self.last = coder:decode "last"
end

function Screen:viewControllerWithRestorationIdentifierPath() return Screen {} end

local Panel = Screen:subclass "Panel"
function Panel:loadView() self.view = ui.VStack {} end
function Panel:viewControllerWithRestorationIdentifierPath() return Panel {} end
function Panel:encodeRestorableState(coder)
  Screen.encodeRestorableState(self, coder)
  coder:encode("switches", #self.view.subviews)
end
function Panel:decodeRestorableState(coder)
  Screen.decodeRestorableState(self, coder)
  self:show(coder:decodeInteger "switches" or 0)
end
function Panel:show(switches)
  while #self.view.subviews > switches do self.view.subviews[#self.view.subviews]:removeFromSuperview() end
  for i = #self.view.subviews + 1, switches do
    self.view:addSubview(ui.Switch { restorationIdentifier = "switch" .. i })
  end
end

local Stack = ui.NavigationController:subclass "Stack"
function Stack:viewControllerWithRestorationIdentifierPath() return Stack {} end
local Tabs = ui.TabBarController:subclass "Tabs"
function Tabs:viewControllerWithRestorationIdentifierPath() return Tabs {} end

local app = ui.Application { identifier = "org.luahost.torture" }

local function make(class, name) return class { restorationIdentifier = name, restorationClass = class } end

function app:willFinishLaunching() self.window = ui.Window() end
function app:shouldSaveApplicationState(coder)
  coder:encode("number", number or 0)
  return true
end
function app:shouldRestoreApplicationState(coder)
  -- Like an app whose rows arrive later: the process may be killed meanwhile.
  local seconds = tonumber(os.getenv "TORTURE_EXTEND")
  if seconds then
    self:extendStateRestoration()
    ui.after(seconds, function() self:completeStateRestoration() end)
  end
  return true
end
function app:didDecodeRestorableState(coder) number = coder:decodeInteger "number" end

-- Arranges the visible state of a number.
local function arrange(n)
  local depth = n % 5 + 1
  while #stack.viewControllers > depth do stack:pop() end
  for level = #stack.viewControllers + 1, depth do stack:push(make(Screen, "level" .. level)) end
  local names = { "one", "two", "three" }
  local tabByName = {}
  for _, tab in ipairs(tabs.viewControllers) do tabByName[tab.restorationIdentifier] = tab end
  local turned = {}
  for i = 1, 3 do turned[i] = tabByName[names[(i + n - 1) % 3 + 1]] or make(Screen, names[(i + n - 1) % 3 + 1]) end
  tabs.viewControllers = turned
  tabs.selectedIndex = n % 3 + 1
  panel:show(n % 4)
  if panel.view.subviews[1] then panel.view.subviews[1].isOn = n % 8 > 3 end
  if n % 2 == 0 and not panel.presentedViewController then
    panel:present(make(Screen, "sheet"))
  elseif n % 2 == 1 and panel.presentedViewController then
    panel:dismiss()
  end
  panel.last = screens[n % count + 1]
end

function app:didFinishLaunching()
  local root = self.window.rootViewController
  if not root then
    number = 0
    root = make(Screen, "root")
    for i = 0, count - 1 do root:addChild(make(Screen, "screen" .. i)) end
    root:addChild(make(Stack, "stack"))
    root:addChild(make(Tabs, "tabs"))
    root:addChild(make(Panel, "panel"))
    self.window.rootViewController = root
  end
  screens = table.pack(table.unpack(root.children, 1, count))
  stack, tabs, panel = table.unpack(root.children, count + 1, count + 3)
  if #stack.viewControllers == 0 then arrange(number) end
end

function set(n)
  number = n
  screens[n % count + 1].value = n
  arrange(n)
  app:invalidateRestorableState()
end

-- Returns the difference between the screen and the state of the number; nil if there is none.
local function shape()
  local n = number
  if #stack.viewControllers ~= n % 5 + 1 then return ("a stack of %d"):format(#stack.viewControllers) end
  for level, screen in ipairs(stack.viewControllers) do
    if screen.restorationIdentifier ~= "level" .. level then return "a stack in another order" end
  end
  local names = { "one", "two", "three" }
  for i, tab in ipairs(tabs.viewControllers) do
    if tab.restorationIdentifier ~= names[(i + n - 1) % 3 + 1] then return "tabs in another order" end
  end
  if tabs.selectedIndex ~= n % 3 + 1 then return ("tab %s selected"):format(tabs.selectedIndex) end
  if #panel.view.subviews ~= n % 4 then return ("%d switches"):format(#panel.view.subviews) end
  local switch = panel.view.subviews[1]
  if switch and switch.isOn ~= (n % 8 > 3) then return "the switch the wrong way" end
  if (panel.presentedViewController ~= nil) ~= (n % 2 == 0) then return "the sheet of another number" end
  if panel.last ~= screens[n % count + 1] then return "a reference to another screen" end
end

-- Returns the number of the state, or the problem with it.
function state()
  if #screens ~= count then return ("broken: %d screens"):format(#screens) end
  for i = 0, count - 1 do
    local expected = number - (number - i) % count
    if expected < 0 then expected = 0 end
    if (screens[i + 1].value or 0) ~= expected then
      return ("broken: screen %d holds %s at %d"):format(i, screens[i + 1].value, number)
    end
  end
  local wrong = shape()
  if wrong then return ("broken: %s at %d"):format(wrong, number) end
  return "state " .. number
end

return app
