-- A container without a title shows that of a child in the bars above it.

local ui = require "luahost"

local Page = ui.ViewController:subclass "Page"
function Page:loadView() self.view = ui.Label { text = "I am " .. self.title } end

local function page(name) return Page { restorationIdentifier = name, title = name } end
local makers = {
  nav = function(...) return ui.NavigationController { restorationIdentifier = "nav", ... } end,
  split = function(...) return ui.SplitViewController { restorationIdentifier = "split", ... } end,
  pages = function(...) return ui.PageViewController { restorationIdentifier = "pages", ... } end,
  tabs = function(...) return ui.TabBarController { restorationIdentifier = "tabs", ... } end,
}

local app = ui.Application { identifier = "org.example.titles" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:viewControllerWithRestorationIdentifierPath(path)
  local name = path[#path]
  return makers[name] and makers[name]() or page(name)
end
function app:willFinishLaunching(options)
  self.outer, self.inner = options.outer, options.inner
  self.window = ui.Window()
end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = makers[self.outer](makers[self.inner](page "first", page "second"))
  end
  self.window:makeKeyAndVisible()
end
return app
