-- Tabs that viewWillAppear sets.
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
function Tabs:viewWillAppear()
  self.viewControllers = { --! built-too-early
    Page { restorationIdentifier = "a", restorationClass = Page, title = "A" },
    Page { restorationIdentifier = "b", restorationClass = Page, title = "B" } }
end
function Tabs:viewControllerWithRestorationIdentifierPath() return Tabs() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Tabs { restorationIdentifier = "tabs", restorationClass = Tabs }
  end
  self.window:makeKeyAndVisible()
end
return app
