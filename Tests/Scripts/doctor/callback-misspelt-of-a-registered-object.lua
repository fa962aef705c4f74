-- A misspelt callback of a registered object.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Model = {}
Model.__index = Model
function Model:encodeRestorabelState(coder) coder:encode("count", self.count) end --! not-encoded
function Model:decodeRestorableState(coder) self.count = coder:decode("count") end
local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching()
  self.window = ui.Window()
  app:registerObjectForStateRestoration(setmetatable({ count = 1 }, Model), "model")
end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
