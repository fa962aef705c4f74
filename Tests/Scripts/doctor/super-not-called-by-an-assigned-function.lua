-- A function that is assigned to a class as its method.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Base = ui.ViewController:subclass "Base"
function Base:encodeRestorableState(coder) coder:encode("a", 1) end
function Base:decodeRestorableState(coder) self.a = coder:decode "a" end
local Page = Base:subclass "Page"
function Page:encodeRestorableState(coder)
  Page.super.encodeRestorableState(self, coder)
  coder:encode("b", 2)
end
Page.decodeRestorableState = function(self, coder) --! super-not-called
  self.b = coder:decode "b"
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
