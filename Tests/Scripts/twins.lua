-- Siblings with the same identifier, distinguished by their positions.
local ui = require "luahost"
local Twin = ui.ViewController:subclass "Twin"
function Twin:viewControllerWithRestorationIdentifierPath() return self() end
function Twin:encodeRestorableState(coder) coder:encode("n", self.n) end
function Twin:decodeRestorableState(coder) self.n = coder:decode "n" end
local Parent = ui.ViewController:subclass "Parent"
function Parent:viewControllerWithRestorationIdentifierPath() return self() end
local app = ui.Application { identifier = "org.luahost.twins" }
function app:willFinishLaunching() self.window = ui.Window() end
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    local parent = Parent { restorationIdentifier = "parent", restorationClass = Parent }
    for n = 1, 3 do
      local twin = Twin { restorationIdentifier = "twin", restorationClass = Twin }
      twin.n = n
      parent:addChild(twin)
    end
    self.window.rootViewController = parent
  end
  self.window:makeKeyAndVisible()
end
return app
