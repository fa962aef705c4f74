-- A class whose name has a time in it.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass("Screen" .. os.time()) --! unstable-identifier
function Screen:loadView() self.view = ui.TextField { restorationIdentifier = "text" } end
function Screen:encodeRestorableState(coder) coder:encode("count", 1) end
function Screen:decodeRestorableState(coder) self.count = coder:decode "count" end
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
