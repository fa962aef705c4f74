-- Presented nothing makes it.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Root = ui.ViewController:subclass "Root"
function Root:viewControllerWithRestorationIdentifierPath(path, coder) return Root() end
local Sheet = ui.ViewController:subclass "Sheet"
function Root:viewDidAppear()
  if not self.presentedViewController then
    self:present(Sheet { restorationIdentifier = "sheet" }) --! nothing-makes-it
  end
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Root { restorationIdentifier = "root", restorationClass = Root }
  end
  self.window:makeKeyAndVisible()
end
return app
