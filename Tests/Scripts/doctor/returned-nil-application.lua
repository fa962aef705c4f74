-- Returned nil application.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function app:willFinishLaunching() self.window = ui.Window() end
function app:viewControllerWithRestorationIdentifierPath(path, coder) --! returned-nil
  if path[#path] == "other" then return Screen() end
end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen" }
  end
  self.window:makeKeyAndVisible()
end
return app
