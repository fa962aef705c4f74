-- Methods that are copied into a class.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Saving = {}
function Saving:encodeRestorableState(coder) coder:encode("mixed", 1) end --! not-decoded
function Saving:decodeRestorableState(coder) end
local Page = ui.ViewController:subclass "Page"
for name, method in pairs(Saving) do Page[name] = method end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
