-- Module helper encodes.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local state = require "lib.state"
local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function Screen:encodeRestorableState(coder) state.save(self, coder) end
function Screen:decodeRestorableState(coder) state.load(self, coder) end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  self.window.rootViewController = self.window.rootViewController or Screen { restorationIdentifier = "s", restorationClass = Screen }
  self.window:makeKeyAndVisible()
end
return app
