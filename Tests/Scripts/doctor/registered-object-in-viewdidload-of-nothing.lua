-- Registered object in viewDidLoad of nothing.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local model = { count = 1 }
function model:encodeRestorableState(coder) coder:encode("f", print) end --! cannot-be-saved
function model:decodeRestorableState(coder) self.count = coder:decode("f") end
local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching()
  self.window = ui.Window()
  app:registerObjectForStateRestoration(model, "model")
end
function app:didFinishLaunching()
  if not self.window.rootViewController then self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen } end
  self.window:makeKeyAndVisible()
end
return app
