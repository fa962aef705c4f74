-- Pages nothing makes it.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Pages = ui.PageViewController:subclass "Pages"
function Pages:viewControllerWithRestorationIdentifierPath(path, coder) return Pages() end
local Page = ui.ViewController:subclass "Page"
local function page(n) return Page { restorationIdentifier = "page" .. n, restorationClass = Page } end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Pages { restorationIdentifier = "pages", restorationClass = Pages, viewControllers = { page(1), page(2) } }
  end
  self.window:makeKeyAndVisible()
end
return app
