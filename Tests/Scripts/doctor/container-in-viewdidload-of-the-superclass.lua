-- A read of the container in viewDidLoad of the superclass.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Base = ui.ViewController:subclass "Base"
function Base:viewDidLoad()
  self.inNav = self.navigationController ~= nil --! container-in-viewDidLoad
end
local Page = Base:subclass "Page"
function Page:viewDidLoad() Page.super.viewDidLoad(self) end
function Page:viewControllerWithRestorationIdentifierPath() return Page() end
function app:viewControllerWithRestorationIdentifierPath(path) if #path == 1 then return ui.NavigationController() end end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = ui.NavigationController { restorationIdentifier = "nav", Page { restorationIdentifier = "p", restorationClass = Page } }
  end
  self.window:makeKeyAndVisible()
end
return app
