-- Values that are read by methods for other types.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function Screen:encodeRestorableState(coder)
  coder:encode("name", "Ada")
  coder:encode("count", 3)
  coder:encode("size", 1.5)
  coder:encode("list", { 1, 2 })
  coder:encode("mixed", "text")
end
function Screen:decodeRestorableState(coder)
  self.name = coder:decodeInteger "name" --! not-decoded
  self.count = coder:decodeNumber "count"
  self.size = coder:decodeInteger "size" --! not-decoded
  self.list = coder:decodeTable "list"
  self.mixed = coder:decodeInteger "mixed" or coder:decodeString "mixed"
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
