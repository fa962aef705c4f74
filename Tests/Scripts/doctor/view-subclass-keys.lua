-- View subclass keys.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Canvas = ui.View:subclass "Drawing"
function Canvas:encodeRestorableState(coder)
  coder:encode("zoom", 2)
  coder:encode("pan", 3) --! not-decoded
end
function Canvas:decodeRestorableState(coder) self.zoom = coder:decode("zoom") end
local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function Screen:loadView() self.view = Canvas { restorationIdentifier = "canvas" } end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if self.window.rootViewController == nil then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
