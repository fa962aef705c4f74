-- A large state that a function encodes.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = ui.ViewController:subclass "Page"
local function save(coder, key, value)
  coder:encode(key, value) --! large-state
end
function Page:encodeRestorableState(coder) save(coder, "big", ("x"):rep(1500000)) end
function Page:decodeRestorableState(coder) self.a = coder:decode "big" end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
