-- A registered object whose restoration class, a class of screens, has no method for objects.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching() self.window = ui.Window() end

local Stores = ui.ViewController:subclass "Stores" --! no-class-method
local store = { count = 1, objectRestorationClass = Stores }
function store:encodeRestorableState(coder) coder:encode("count", self.count) end
function store:decodeRestorableState(coder) self.count = coder:decode "count" end

function app:didFinishLaunching()
  if not self.window.rootViewController then
    app:registerObjectForStateRestoration(store, "store")
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
