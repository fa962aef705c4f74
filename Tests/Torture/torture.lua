-- Twenty screens and a number: screen i holds the greatest number so far that leaves i when divided by twenty. A state
-- that is no mixture of two saves can be told from the number alone.

local ui = require "luahost"
local count = 20

local Screen = ui.ViewController:subclass "Screen"

function Screen:encodeRestorableState(coder)
  coder:encode("value", self.value or 0)
  coder:encode("text", ("text %d "):rep(20):format(table.unpack((function()
    local values = {}
    for i = 1, 20 do values[i] = self.value or 0 end
    return values
  end)())))
end

function Screen:decodeRestorableState(coder) self.value = coder:decodeInteger "value" end
function Screen:viewControllerWithRestorationIdentifierPath() return Screen {} end

local app = ui.Application { identifier = "org.luahost.torture" }

local function screen(name) return Screen { restorationIdentifier = name, restorationClass = Screen } end

function app:willFinishLaunching() self.window = ui.Window() end
function app:shouldSaveApplicationState(coder)
  coder:encode("number", number or 0)
  return true
end
function app:shouldRestoreApplicationState(coder) return true end
function app:didDecodeRestorableState(coder) number = coder:decodeInteger "number" end

function app:didFinishLaunching()
  local root = self.window.rootViewController
  if not root then
    number = 0
    root = screen "root"
    for i = 0, count - 1 do root:addChild(screen("screen" .. i)) end
    self.window.rootViewController = root
  end
  screens = root.children
end

function set(n)
  number = n
  screens[n % count + 1].value = n
  app:invalidateRestorableState()
end

-- The number of the state, or what is wrong with it.
function state()
  if #screens ~= count then return ("broken: %d screens"):format(#screens) end
  for i = 0, count - 1 do
    local expected = number - (number - i) % count
    if expected < 0 then expected = 0 end
    if (screens[i + 1].value or 0) ~= expected then
      return ("broken: screen %d holds %s at %d"):format(i, screens[i + 1].value, number)
    end
  end
  return "state " .. number
end

return app
