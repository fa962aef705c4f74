-- Pushed controller without identifier.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Nav = ui.NavigationController:subclass "Nav"
function Nav:viewControllerWithRestorationIdentifierPath(path, coder) return Nav() end

local Detail = ui.ViewController:subclass "Detail"
function Detail:encodeRestorableState(coder) coder:encode("id", self.id) end
function Detail:decodeRestorableState(coder) self.id = coder:decode("id") end
local List = ui.ViewController:subclass "List"
function List:viewControllerWithRestorationIdentifierPath(path, coder) return List() end
function List:viewDidAppear()
  if #self.navigationController.viewControllers == 1 then
    local detail = Detail() --! no-identifier
    detail.id = 7
    self.navigationController:push(detail)
  end
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Nav { restorationIdentifier = "nav", restorationClass = Nav, viewControllers = { List { restorationIdentifier = "list", restorationClass = List } } }
  end
  self.window:makeKeyAndVisible()
end
return app
