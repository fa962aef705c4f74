-- Two tabs that get the same identifier when they are restored, and a root of their class in the place of another one.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
local Page = ui.ViewController:subclass "Page"
function Page:init() self.restorationIdentifier = self.restorationIdentifier or "page" end
function Page:viewControllerWithRestorationIdentifierPath()
  return Page { restorationClass = Page } --! duplicate-identifier
end
local Front = ui.ViewController:subclass "Front"
function Front:viewControllerWithRestorationIdentifierPath() return Page { restorationClass = Page } end --! other-class
function app:viewControllerWithRestorationIdentifierPath(path) if #path == 1 then return ui.TabBarController() end end
function app:willFinishLaunching() self.window, self.second = ui.Window(), ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Front { restorationIdentifier = "front", restorationClass = Front }
    self.second.rootViewController = ui.TabBarController {
      restorationIdentifier = "tabs",
      Page { restorationIdentifier = "one", restorationClass = Page },
      Page { restorationIdentifier = "two", restorationClass = Page },
    }
  end
  self.second:makeKeyAndVisible()
  self.window:makeKeyAndVisible()
end
return app
