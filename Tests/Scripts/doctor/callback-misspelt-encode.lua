-- A misspelt encodeRestorableState, and what its keys are for.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:loadView()
  self.name = ui.TextField { text = "new" }
  self.view = ui.VStack { self.name }
end
function Screen:encodeRestorableStat(coder) --! not-encoded
  coder:encode("name", self.name.text)
  coder:encode("count", self.count)
end
function Screen:decodeRestorableState(coder)
  self.name.text = coder:decode "name" or "old"
  self.count = coder:decode "count"
  self.other = coder:decode "other" --! not-encoded
end
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
