-- The restoration method passes the value of a key on.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:loadView() self.view = ui.Label { text = "one" } end
function Screen:encodeRestorableState(coder)
  coder:encode("item", self.item)
end

function Screen:viewControllerWithRestorationIdentifierPath(path, coder)
  return Screen { item = coder:decode "item" }
end

function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { item = 1, restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
