-- A key that a function writes for a class, and its superclass, too.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local A = ui.ViewController:subclass "A"
function A:encodeRestorableState(coder) coder:encode("k", 1) end
function A:decodeRestorableState(coder) self.k = coder:decode "k" end
local B = A:subclass "B"
local Page = B:subclass "Page"
local function write(coder, value)
  coder:encode("k", value) --! key-written-twice
end
function Page:encodeRestorableState(coder)
  Page.super.encodeRestorableState(self, coder)
  write(coder, 2)
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
