-- A selected tab that is set again after the restoration.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = ui.ViewController:subclass "Page"
function Page:loadView()
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.view = ui.VStack { ui.Label { text = "Page" }, self.field }
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
local Tabs = ui.TabBarController:subclass "Tabs" 
function Tabs:viewControllerWithRestorationIdentifierPath() return Tabs() end
function app:didBecomeActive() if app.restored then self.window.rootViewController.selectedIndex = 1 end end
function app:didDecodeRestorableState() app.restored = true end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    local tabs = Tabs { restorationIdentifier = "tabs", restorationClass = Tabs, --! value-lost
      Page { restorationIdentifier = "a", restorationClass = Page, title = "A" },
      Page { restorationIdentifier = "b", restorationClass = Page, title = "B" } }
    tabs.selectedIndex = 2
    self.window.rootViewController = tabs
  end
  self.window:makeKeyAndVisible()
end
return app
