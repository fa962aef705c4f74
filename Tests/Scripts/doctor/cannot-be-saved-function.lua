-- Cannot be saved function.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end

function Screen:encodeRestorableState(coder)
  Screen.super.encodeRestorableState(self, coder)
  coder:encode("handler", function() end) --! cannot-be-saved
  coder:encode("x", 1)
end
function Screen:decodeRestorableState(coder)
  Screen.super.decodeRestorableState(self, coder)
  self.handler, self.x = coder:decode("handler"), coder:decode("x")
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if self.window.rootViewController == nil then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
