-- Split side without identifier.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Side = ui.ViewController:subclass "Side"
function Side:loadView() self.view = ui.TableView { restorationIdentifier = "rows", rows = { "a" } } end
function Side:viewControllerWithRestorationIdentifierPath(path, coder) return Side() end
local Split = ui.SplitViewController:subclass "Split"
function Split:viewControllerWithRestorationIdentifierPath(path, coder) return Split() end
function app:didFinishLaunching()
  self.window = self.window or ui.Window()
  if not self.window.rootViewController then
    local side = Side { title = "Side" } --! no-identifier
    local detail = Side { restorationIdentifier = "detail", restorationClass = Side }
    self.window.rootViewController = Split { restorationIdentifier = "split", restorationClass = Split, viewControllers = { side, detail } }
  end
  self.window:makeKeyAndVisible()
end
function app:willFinishLaunching() self.window = ui.Window() end
return app
