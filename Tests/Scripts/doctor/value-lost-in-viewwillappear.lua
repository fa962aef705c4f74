-- Value lost in viewWillAppear.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end

function Screen:loadView()
  self.field = ui.Stepper { restorationIdentifier = "stepper" } --! value-lost
  self.view = self.field
end
function Screen:viewWillAppear()
  self.field.value = self.field.value + 1
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if self.window.rootViewController == nil then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
