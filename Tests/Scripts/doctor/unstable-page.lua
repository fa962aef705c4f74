-- A page with another identifier in each launch, in a container that exists before the restoration.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Page = ui.ViewController:subclass "Page"
function Page.new()
  local page = Page { restorationClass = Page }
  page.restorationIdentifier = "page" .. tostring({}) --! unstable-identifier
  return page
end
function Page:viewControllerWithRestorationIdentifierPath() return Page.new() end
function app:willFinishLaunching()
  self.window = ui.Window {
    rootViewController = ui.PageViewController { restorationIdentifier = "pages", viewControllers = { Page.new() } }
  }
end
function app:didFinishLaunching() self.window:makeKeyAndVisible() end
return app
