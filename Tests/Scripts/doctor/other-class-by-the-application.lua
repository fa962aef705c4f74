-- The application returns another class for a path.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
local Other = ui.ViewController:subclass "Other"
function app:viewControllerWithRestorationIdentifierPath(path, coder) --! other-class
  return Other()
end

function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen" }
  end
  self.window:makeKeyAndVisible()
end
return app
