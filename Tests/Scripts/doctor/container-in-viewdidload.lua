-- Container in viewDidLoad.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Child = ui.ViewController:subclass "Child"
function Child:viewControllerWithRestorationIdentifierPath(path, coder) return Child() end
function Child:viewDidLoad()
  local nav = self.navigationController --! container-in-viewDidLoad
  if nav then nav.title = "x" end
end
local Nav = ui.NavigationController:subclass "Nav"
function Nav:viewControllerWithRestorationIdentifierPath(path, coder) return Nav() end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Nav { restorationIdentifier = "nav", restorationClass = Nav, viewControllers = { Child { restorationIdentifier = "child", restorationClass = Child } } }
  end
  self.window:makeKeyAndVisible()
end
return app
