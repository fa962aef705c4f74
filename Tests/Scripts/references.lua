-- Two tabs, or two screens of a stack, each of which refers to the field of the other.
local ui = require "luahost"

local Page = ui.ViewController:subclass "Page"

function Page:loadView()
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.view = ui.VStack { self.field }
end

function Page:encodeRestorableState(coder) coder:encode("target", self.target) end
function Page:decodeRestorableState(coder) self.target = coder:decode "target" end
function Page:viewControllerWithRestorationIdentifierPath() return Page() end

local app = ui.Application { identifier = "org.luahost.references", version = "1" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching() self.window = ui.Window() end

function app:viewControllerWithRestorationIdentifierPath(path)
  return path[1] == "tabs" and ui.TabBarController() or ui.NavigationController()
end

function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    local first = Page { restorationIdentifier = "first", restorationClass = Page }
    local second = Page { restorationIdentifier = "second", restorationClass = Page }
    if options.isStack then
      self.window.rootViewController = ui.NavigationController { restorationIdentifier = "stack", viewControllers = { first, second } }
    else
      self.window.rootViewController = ui.TabBarController { restorationIdentifier = "tabs", viewControllers = { first, second } }
    end
    first:loadViewIfNeeded()
    second:loadViewIfNeeded()
    first.target, second.target = second.field, first.field
  end
  self.window:makeKeyAndVisible()
end

return app
