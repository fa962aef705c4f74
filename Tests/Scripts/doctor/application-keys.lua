-- Application keys.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) coder:encode("theme", "dark") coder:encode("lost", 1) return true end --! not-decoded
function app:shouldRestoreApplicationState(coder) self.themeName = coder:decode("theme") return true end
function app:willEncodeRestorableState(coder) coder:encode("late", 1) end
function app:didDecodeRestorableState(coder) self.late = coder:decode("late") end
local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end

function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if self.window.rootViewController == nil then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
