-- Not encoded in the restoration method.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Page = ui.ViewController:subclass "Page"
function Page:viewControllerWithRestorationIdentifierPath(path, coder)
  return Page { title = coder:decodeString("caption") } --! not-encoded
end
function Page:encodeRestorableState(coder) coder:encode("n", 3) end
function Page:decodeRestorableState(coder) self.n = coder:decode("n") end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "page", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
