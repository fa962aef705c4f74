-- A large state of a registered object.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = ui.ViewController:subclass "Page"
function Page:loadView()
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.view = ui.VStack { ui.Label { text = "Page" }, self.field }
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
local store = {}
function store:encodeRestorableState(coder)
  coder:encode("n", ("n"):rep(1100000)) --! large-state
end
function store:decodeRestorableState(coder) self.n = coder:decode "n" end
function app:willFinishLaunching()
  self.window = ui.Window()
  self:registerObjectForStateRestoration(store, "store")
end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
