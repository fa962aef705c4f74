-- A registered object whose restoration class, a plain table, has no method.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching() self.window = ui.Window() end

local Store = {} --! no-class-method
Store.__index = Store
function Store:encodeRestorableState(coder) coder:encode("count", self.count) end
function Store:decodeRestorableState(coder) self.count = coder:decode "count" end

function app:didFinishLaunching()
  if not self.window.rootViewController then
    app:registerObjectForStateRestoration(setmetatable({ count = 1, objectRestorationClass = Store }, Store), "store")
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
