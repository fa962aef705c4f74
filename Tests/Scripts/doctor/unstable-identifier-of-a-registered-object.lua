-- A registered object whose identifier differs from launch to launch.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = ui.ViewController:subclass "Page"
function Page:loadView()
  self.view = ui.VStack { ui.TextField { restorationIdentifier = "field" } }
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
local store = { count = 1 }
function store:encodeRestorableState(coder) coder:encode("count", self.count) end
function store:decodeRestorableState(coder) self.count = coder:decode "count" end
function app:willFinishLaunching()
  self.window = ui.Window()
  self:registerObjectForStateRestoration(store, "store" .. tostring(store)) --! unstable-identifier
end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
