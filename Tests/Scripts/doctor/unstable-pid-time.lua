-- Unstable pid time.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    local screen = Screen { restorationClass = Screen }
    screen.restorationIdentifier = "screen-" .. --! unstable-identifier
      os.date("%Y-%m-%d")
    self.window.rootViewController = screen
  end
  self.window:makeKeyAndVisible()
end
return app
