-- A restoration method that returns nil for one of two screens.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = ui.ViewController:subclass "Page"
function Page:viewControllerWithRestorationIdentifierPath(path, coder) --! returned-nil
  if path[#path] == "a" then return Page() end
end
function app:viewControllerWithRestorationIdentifierPath(path) if #path == 1 then return ui.NavigationController() end end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = ui.NavigationController { restorationIdentifier = "nav", Page { restorationIdentifier = "a", restorationClass = Page }, Page { restorationIdentifier = "b", restorationClass = Page } }
  end
  self.window:makeKeyAndVisible()
end
return app
