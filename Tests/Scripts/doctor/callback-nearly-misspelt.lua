-- Methods that are called, and whose names resemble callbacks.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:encodeRestorableStates(coder) coder:encode("name", self.name) end
function Screen:encodeRestorableState(coder) self:encodeRestorableStates(coder) end
local decoding = "decodeRestorablestate"
function Screen:decodeRestorablestate(coder) self.name = coder:decode "name" end
function Screen:decodeRestorableState(coder) self[decoding](self, coder) end
function Screen:viewControllerWithRestorationIdentifierPaths() end
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
