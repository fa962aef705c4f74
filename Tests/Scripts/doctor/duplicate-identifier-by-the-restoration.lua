-- Two tabs that get the same identifier when they are restored.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
function app:viewControllerWithRestorationIdentifierPath(path)
  if #path == 1 then return ui.TabBarController() end
end
local Page = ui.ViewController:subclass "Page"
function Page:init() self.restorationIdentifier = self.restorationIdentifier or "page" end
function Page:loadView()
  self.view = ui.VStack { ui.TextField { restorationIdentifier = "field" } }
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder)
  return Page { restorationClass = Page, title = "Page" } --! duplicate-identifier
end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = ui.TabBarController {
      restorationIdentifier = "tabs",
      Page { restorationIdentifier = "one", restorationClass = Page, title = "Page" },
      Page { restorationIdentifier = "two", restorationClass = Page, title = "Page" },
    }
  end
  self.window:makeKeyAndVisible()
end
return app
