-- Restoration classes of registered tables that return tables of other classes; one of a subclass is none of them.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local function class(base)
  local class = setmetatable({}, { __index = base })
  class.__index = class
  class.objectRestorationClass = class
  return class
end
local Store = class()
function Store:encodeRestorableState(coder) coder:encode("count", self.count) end
function Store:decodeRestorableState(coder) self.count = coder:decode "count" end
local Special = class(Store)
function Special.describe() return "special" end
function Store:objectWithRestorationIdentifierPath(path, coder) return setmetatable({ count = 0 }, Special) end

local Other = class()
function Other:encodeRestorableState(coder) coder:encode("count", self.count) end
function Other:decodeRestorableState(coder) self.count = coder:decode "count" end
local Basket = class()
function Basket:encodeRestorableState(coder) coder:encode("count", self.count) end
function Basket:decodeRestorableState(coder) self.count = coder:decode "count" end
function Basket:objectWithRestorationIdentifierPath(path, coder) --! other-class
  return setmetatable({ count = 0 }, Other)
end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    app:registerObjectForStateRestoration(setmetatable({ count = 1 }, Store), "store")
    app:registerObjectForStateRestoration(setmetatable({ count = 1 }, Basket), "basket")
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
