-- The restoration class of a registered object returns an object of another class.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching() self.window = ui.Window() end

local Store = ui.ViewController:subclass "Store"
function Store:encodeRestorableState(coder) coder:encode("count", self.count) end
function Store:decodeRestorableState(coder) self.count = coder:decode "count" end
function Store:objectWithRestorationIdentifierPath(path, coder) --! other-class
  return { decodeRestorableState = function(_, coder) coder:decode "count" end }
end

function app:didFinishLaunching()
  if not self.window.rootViewController then
    app:registerObjectForStateRestoration(Store { count = 1, objectRestorationClass = Store }, "store")
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
