-- A superclass that is called last, and replaces a key.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Base = ui.ViewController:subclass "Base"
function Base:encodeRestorableState(coder)
  coder:encode("text", "a") --! key-written-twice
end
function Base:decodeRestorableState(coder) self.a = coder:decode "text" end
local Page = Base:subclass "Page"
function Page:encodeRestorableState(coder)
  coder:encode("text", "b")
  Page.super.encodeRestorableState(self, coder)
end
function Page:decodeRestorableState(coder)
  Page.super.decodeRestorableState(self, coder)
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
