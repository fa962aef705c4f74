-- A misspelt callback of the application.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreAplicationState(coder) return true end --! save-without-restore

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
