-- An app whose root can be any container, for tests with many siblings.
local ui = require "luahost"

local Page = ui.ViewController:subclass "Page"
function Page:viewControllerWithRestorationIdentifierPath() return Page() end

local app = ui.Application { identifier = "org.example.siblings" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

-- Sets a container as the root of the window.
function app:put(class)
  self.root = class { restorationIdentifier = "root" }
  self.window.rootViewController = self.root
  return self.root
end

-- Returns a number of pages with names.
function app:pages(count)
  local pages = {}
  for i = 1, count do pages[i] = Page { restorationIdentifier = "page" .. i, restorationClass = Page } end
  return pages
end

function app:willFinishLaunching()
  self.window = ui.Window()
  local tabs = self:put(ui.TabBarController)
  tabs.viewControllers = self:pages(3)
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
