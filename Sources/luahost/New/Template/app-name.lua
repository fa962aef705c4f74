-- The application: a to-do list, with a screen for each item.

local ui = require "luahost"
local items = require "model.items"
local ListScreen = require "screens.list"

local app = ui.Application {
  identifier = "org.example.app-name",
  version = "1.0",
  help = [[
Usage: app-name
A to-do list, restored as you left it.]],
}

function app:willFinishLaunching(options)
  items.open(self.filesDirectory)
  self.window = ui.Window()
end

function app:didFinishLaunching(options)
  -- The window has a root already if a state was restored.
  if not self.window.rootViewController then
    local navigation = ui.NavigationController { restorationIdentifier = "navigation" }
    navigation:push(ListScreen { restorationIdentifier = "list", restorationClass = ListScreen })
    self.window.rootViewController = navigation
  end
  self.window:makeKeyAndVisible()
end

-- Creates the container at restoration; the screens have restoration classes.
function app:viewControllerWithRestorationIdentifierPath(path, coder)
  if path[#path] == "navigation" then return ui.NavigationController() end
end

function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

return app
