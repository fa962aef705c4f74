-- Duplicate views made in loop.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end

function Screen:loadView()
  local stack = ui.VStack {}
  for i = 1, 2 do
    stack:addSubview(ui.Checkbox { title = "c" .. i, restorationIdentifier = "check" }) --! duplicate-identifier
  end
  self.view = stack
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if self.window.rootViewController == nil then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
