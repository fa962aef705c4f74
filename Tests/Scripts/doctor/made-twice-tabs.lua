-- Tabs that are created together with their tab bar controller.
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
function Tabs:viewControllerWithRestorationIdentifierPath(path, coder)
  local tabs = Tabs()
  tabs.viewControllers = {
    Page { title = "A" }, --! made-twice
    Page { title = "B" }, --! made-twice
  }
  return tabs
end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Tabs { restorationIdentifier = "tabs", restorationClass = Tabs, Page { restorationIdentifier = "a", restorationClass = Page }, Page { restorationIdentifier = "b", restorationClass = Page } }
  end
  self.window:makeKeyAndVisible()
end
return app
