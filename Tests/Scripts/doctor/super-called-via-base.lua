-- Super called via Base.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Base = ui.ViewController:subclass "Base"
function Base:encodeRestorableState(coder) coder:encode("base", self.base or 0) end
function Base:decodeRestorableState(coder) self.base = coder:decode("base") end
local Screen = Base:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function Screen:encodeRestorableState(coder)
  Base.encodeRestorableState(self, coder)
  coder:encode("own", 1)
end
function Screen:decodeRestorableState(coder)
  Base.decodeRestorableState(self, coder)
  self.own = coder:decode("own")
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if self.window.rootViewController == nil then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
