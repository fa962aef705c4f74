-- A misspelt decodeRestorableState of a superclass.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:encodeRestorableState(coder)
  coder:encode("name", self.name)
  coder:encode("count", self.count)
  coder:encode("other", 1) --! not-decoded
end
function Screen:decodeRestorablestate(coder) --! not-decoded
  self.name = coder:decode "name"
  self.count = coder:decode "count"
end
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
Screen = Screen:subclass "SpecialScreen"
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
