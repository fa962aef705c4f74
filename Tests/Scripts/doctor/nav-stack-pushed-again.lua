-- Nav stack pushed again.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Nav = ui.NavigationController:subclass "Nav"
function Nav:viewControllerWithRestorationIdentifierPath(path, coder) return Nav() end

local Page = ui.ViewController:subclass "Page"
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then self.window.rootViewController = Nav { restorationIdentifier = "nav", restorationClass = Nav } end
  self.window.rootViewController:push(Page { restorationIdentifier = "page", restorationClass = Page }) --! built-too-early
  self.window:makeKeyAndVisible()
end
return app
