-- Inherited super chain.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local A = ui.ViewController:subclass "A"
function A:encodeRestorableState(coder) coder:encode("a", 1) end
function A:decodeRestorableState(coder) self.a = coder:decode("a") end
local B = A:subclass "B"
function B:encodeRestorableState(coder) B.super.encodeRestorableState(self, coder) coder:encode("b", 1) end
function B:decodeRestorableState(coder) self.b = coder:decode("b") end --! super-not-called
local D = B:subclass "D"
function D:viewControllerWithRestorationIdentifierPath(path, coder) return D() end
function D:encodeRestorableState(coder) D.super.encodeRestorableState(self, coder) end
function D:decodeRestorableState(coder) D.super.decodeRestorableState(self, coder) end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = D { restorationIdentifier = "d", restorationClass = D }
  end
  self.window:makeKeyAndVisible()
end
return app
