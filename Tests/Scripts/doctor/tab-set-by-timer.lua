-- Tab set by timer.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Page = ui.ViewController:subclass "Page"
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
local Tabs = ui.TabBarController:subclass "Tabs"
function Tabs:viewControllerWithRestorationIdentifierPath(path, coder) return Tabs() end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then self.window.rootViewController = Tabs { restorationIdentifier = "tabs", restorationClass = Tabs } end
  self.window.rootViewController.viewControllers = { --! built-too-early
    Page { restorationIdentifier = "one", restorationClass = Page },
    Page { restorationIdentifier = "two", restorationClass = Page },
  }
  self.window:makeKeyAndVisible()
end
return app
