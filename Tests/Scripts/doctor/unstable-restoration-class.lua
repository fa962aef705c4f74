-- A restoration class whose name has a random number in it, for a class that has a constant one.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:loadView() self.view = ui.TextField { restorationIdentifier = "text" } end
local Maker = ui.ViewController:subclass("Maker" .. math.random(1000000)) --! unstable-identifier
function Maker:viewControllerWithRestorationIdentifierPath(path, coder)
  return #path == 1 and ui.TabBarController() or Screen()
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = ui.TabBarController { restorationIdentifier = "tabs", restorationClass = Maker,
      Screen { restorationIdentifier = "a", restorationClass = Maker },
      Screen { restorationIdentifier = "b", restorationClass = Maker } }
  end
  self.window:makeKeyAndVisible()
end
return app
