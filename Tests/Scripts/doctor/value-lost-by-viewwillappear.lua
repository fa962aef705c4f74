-- Value lost by viewWillAppear.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end

function Screen:loadView()
  self.switch = ui.Switch { restorationIdentifier = "switch" } --! value-lost
  self.view = self.switch
end
function Screen:viewDidLoad() Screen.launches = (Screen.launches or 0) end
function Screen:viewDidAppear()
  if not self.wasOn then self.switch.isOn = not self.switch.isOn end
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if self.window.rootViewController == nil then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
