-- A root that a function creates together with its navigation controller.
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
local function makeNav(identifier)
  local root = Page { title = "x" } --! made-twice
  return ui.NavigationController { restorationIdentifier = "nav", viewControllers = { root } }
end
function app:viewControllerWithRestorationIdentifierPath(path, coder)
  if path[#path] == "nav" then return makeNav() end
end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    local nav = ui.NavigationController { restorationIdentifier = "nav" }
    nav:push(Page { restorationIdentifier = "p", restorationClass = Page })
    self.window.rootViewController = nav
  end
  self.window:makeKeyAndVisible()
end
return app
