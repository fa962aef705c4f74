-- The restoration class of two tabs has no method.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Tabs = ui.TabBarController:subclass "Tabs"
function Tabs:viewControllerWithRestorationIdentifierPath(path, coder) return Tabs() end
local Page = ui.ViewController:subclass "Page" --! no-class-method

function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Tabs { restorationIdentifier = "tabs", restorationClass = Tabs, viewControllers = {
      Page { restorationIdentifier = "one", restorationClass = Page },
      Page { restorationIdentifier = "two", restorationClass = Page },
    } }
  end
  self.window:makeKeyAndVisible()
end
return app
