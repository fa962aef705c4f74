-- A misspelt restoration method.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:encodeRestorableState(coder) coder:encode("name", self.name) end
function Screen:decodeRestorableState(coder) self.name = coder:decode "name" end
function Screen:viewControllerWithRestorationIdentiferPath(path, coder) return Screen() end --! no-class-method
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
