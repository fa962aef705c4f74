-- A registered object whose restoration class is found by its field name.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching() self.window = ui.Window() end

local classes = {
  { --! no-class-method
    name = "Stores",
  },
}
local store = { count = 1, objectRestorationClass = classes[1] }
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
