-- Other class.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
local Wrong = ui.ViewController:subclass "Wrong"
function Screen.viewControllerWithRestorationIdentifierPath(class, path, coder) --! other-class
  return Wrong()
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if self.window.rootViewController == nil then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
