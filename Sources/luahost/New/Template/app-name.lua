-- The app: a list of things to do, and behind it a screen for each.

local ui = require "luahost"
local items = require "model.items"
local ListScreen = require "screens.list"

local app = ui.Application {
  identifier = "org.example.app-name",
  version = "1.0",
  help = [[
Usage: app-name
A list of things to do. It comes back as you left it.]],
}

function app:willFinishLaunching(options)
  items.open(self.filesDirectory)
  self.window = ui.Window()
end

function app:didFinishLaunching(options)
  -- If there was something to restore, it is there by now.
  if not self.window.rootViewController then
    local navigation = ui.NavigationController { restorationIdentifier = "navigation" }
    navigation:push(ListScreen { restorationIdentifier = "list", restorationClass = ListScreen })
    self.window.rootViewController = navigation
  end
  self.window:makeKeyAndVisible()
end

-- The screens have a restoration class each. This makes the container that they are in.
function app:viewControllerWithRestorationIdentifierPath(path, coder)
  if path[#path] == "navigation" then return ui.NavigationController() end
end

function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

return app
