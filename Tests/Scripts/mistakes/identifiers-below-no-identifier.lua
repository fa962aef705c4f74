-- Controllers and views have identifiers, but their container has none.
-- says:
--   note: identifiers-below-no-identifier.lua:20: this NavigationController has no restorationIdentifier, so the 4 nodes with identifiers below it are not saved (tabs/<NavigationController>/first, tabs/<NavigationController>/first/text, tabs/<NavigationController>/second, …); give it one: restorationIdentifier = …

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

local function page(name)
  local page = ui.ViewController { restorationIdentifier = name, title = name }
  page.view = ui.VStack { ui.TextField { restorationIdentifier = "text" } }
  return page
end

function app:didFinishLaunching()
  local tabs = ui.TabBarController { restorationIdentifier = "tabs" }
  tabs.viewControllers = { page "notes", ui.NavigationController { viewControllers = { page "first", page "second" } } }
  self.window = ui.Window { rootViewController = tabs }
  self.window:makeKeyAndVisible()
end

return app
