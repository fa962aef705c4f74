local ui = require "luahost"
local List = ui.ViewController:subclass "List"
local Detail = ui.ViewController:subclass "Detail"

function List:loadView() self.view = ui.Checkbox { restorationIdentifier = "marked", title = "Marked" } end
function Detail:loadView() self.view = ui.TextField { restorationIdentifier = "name" } end
function Detail:viewControllerWithRestorationIdentifierPath() return Detail() end

local app = ui.Application { identifier = "org.example.doctor" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching()
  self.nav = ui.NavigationController {
    restorationIdentifier = "nav", viewControllers = { List { restorationIdentifier = "list" } },
  }
  self.window = ui.Window { rootViewController = self.nav }
end
function app:didDecodeRestorableState() self.isRestored = true end
function app:didFinishLaunching()
  if not self.isRestored then
    self.nav:push(Detail { restorationIdentifier = "detail", restorationClass = Detail })
  end
  self.window:makeKeyAndVisible()
end
function app:didBecomeActive()
  if self.isRestored then
    self.nav:popToRoot() --! built-too-early
  end
end

return app
