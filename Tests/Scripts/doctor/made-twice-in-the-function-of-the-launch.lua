-- A root that the first launch needs, from a function that the restoration calls, too, with another identifier.
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
local function makeNav(name)
  return ui.NavigationController {
    Page { restorationIdentifier = name, restorationClass = Page }, --! made-twice
    restorationIdentifier = "nav",
  }
end
function app:viewControllerWithRestorationIdentifierPath(path, coder) return makeNav "restored" end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then self.window.rootViewController = makeNav "first" end
  self.window:makeKeyAndVisible()
end
return app
