-- Registered objects that their restoration classes create again, or that every launch registers.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching() self.window = ui.Window() end

local Store = {}
Store.__index = Store
function Store:encodeRestorableState(coder) coder:encode("count", self.count) end
function Store:decodeRestorableState(coder) self.count = coder:decode "count" end
function Store:objectWithRestorationIdentifierPath(path, coder)
  return setmetatable({ objectRestorationClass = Store }, Store)
end
local registered = { objectRestorationClass = { name = "Never asked" } }
function registered:encodeRestorableState(coder) coder:encode("count", 1) end
function registered:decodeRestorableState(coder) self.count = coder:decode "count" end
function app:willFinishLaunching()
  self.window = ui.Window()
  app:registerObjectForStateRestoration(registered, "registered")
end

function app:didFinishLaunching()
  if not self.window.rootViewController then
    app:registerObjectForStateRestoration(setmetatable({ count = 1, objectRestorationClass = Store }, Store), "store")
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
