-- Same identifier under two parents.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Page = ui.ViewController:subclass "Page"
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
local Tabs = ui.TabBarController:subclass "Tabs"
function Tabs:viewControllerWithRestorationIdentifierPath(path, coder) return Tabs() end

local Nav = ui.NavigationController:subclass "Nav"
function Nav:viewControllerWithRestorationIdentifierPath(path, coder) return Nav() end

function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Tabs { restorationIdentifier = "tabs", restorationClass = Tabs, viewControllers = {
      Nav { restorationIdentifier = "n1", restorationClass = Nav, viewControllers = { Page { restorationIdentifier = "p", restorationClass = Page } } },
      Nav { restorationIdentifier = "n2", restorationClass = Nav, viewControllers = { Page { restorationIdentifier = "p", restorationClass = Page } } },
    } }
  end
  self.window:makeKeyAndVisible()
end
return app
