-- Timer root replaced.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching() self.window = ui.Window() end
local function start()
  app.window.rootViewController = --! built-too-early
    Screen { restorationIdentifier = "screen", restorationClass = Screen }
end
function app:didFinishLaunching()
  start()
  self.window:makeKeyAndVisible()
end
return app
