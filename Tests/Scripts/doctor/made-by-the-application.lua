-- Made by the application.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Page = ui.ViewController:subclass "Page"
function app:viewControllerWithRestorationIdentifierPath(path, coder)
  if path[#path] == "page" then return Page() end
  if path[#path] == "nav" then return ui.NavigationController() end
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = ui.NavigationController { restorationIdentifier = "nav", viewControllers = { Page { restorationIdentifier = "page" } } }
  end
  self.window:makeKeyAndVisible()
end
return app
