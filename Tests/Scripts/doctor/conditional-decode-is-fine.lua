-- Conditional decode is fine.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end

function Screen:encodeRestorableState(coder)
  coder:encode("version", 2)
  coder:encode("modern", "x")
end
function Screen:decodeRestorableState(coder)
  if coder:decode("version") == 1 then self.x = coder:decode("old") else self.x = coder:decode("modern") end
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if self.window.rootViewController == nil then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
