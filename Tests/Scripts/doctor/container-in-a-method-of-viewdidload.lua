-- A read of the container in a method that viewDidLoad calls.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = ui.ViewController:subclass "Page"
function Page:configure()
  if self.parent then self.title = "in " .. tostring(self.parent.restorationIdentifier) end --! container-in-viewDidLoad
end
function Page:viewDidLoad() self:configure() end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:viewControllerWithRestorationIdentifierPath(path) if #path == 1 then return ui.NavigationController() end end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = ui.NavigationController { restorationIdentifier = "nav", Page { restorationIdentifier = "p", restorationClass = Page } }
  end
  self.window:makeKeyAndVisible()
end
return app
