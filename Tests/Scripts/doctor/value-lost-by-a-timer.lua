-- A timer resets a restored value.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function Screen:loadView()
  self.segments = ui.SegmentedControl { restorationIdentifier = "segments", segments = { "a", "b", "c" }, selectedSegmentIndex = 1 }
  self.view = self.segments
end
function Screen:viewDidAppear()
  if Screen.isRestored then self.segments.selectedSegmentIndex = 3 end --! value-lost
end
function Screen:decodeRestorableState(coder) Screen.isRestored = true end

function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
