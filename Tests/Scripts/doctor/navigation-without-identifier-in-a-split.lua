-- A navigation controller without identifier in a split view controller.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = ui.ViewController:subclass "Page"
function Page:loadView()
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.view = ui.VStack { ui.Label { text = "Page" }, self.field }
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:viewControllerWithRestorationIdentifierPath(path, coder)
  if path[1] == "split" and #path == 1 then return ui.SplitViewController() end
end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = ui.SplitViewController {
      restorationIdentifier = "split",
      Page { restorationIdentifier = "left", restorationClass = Page },
      ui.NavigationController { --! no-identifier
        Page { restorationIdentifier = "right", restorationClass = Page } } }
  end
  self.window:makeKeyAndVisible()
end
return app
