-- A class writes a key of the superclass of its superclass.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local A = ui.ViewController:subclass "A"
function A:encodeRestorableState(coder) coder:encode("state", 1) end
function A:decodeRestorableState(coder) self.a = coder:decode("state") end
local B = A:subclass "B"
local Screen = B:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function Screen:encodeRestorableState(coder)
  Screen.super.encodeRestorableState(self, coder)
  coder:encode("state", 2) --! key-written-twice
end
function Screen:decodeRestorableState(coder)
  Screen.super.decodeRestorableState(self, coder)
  self.own = coder:decode("state")
end

function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
