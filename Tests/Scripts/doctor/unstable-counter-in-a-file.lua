-- An identifier with the number of the launch.
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
local function launchNumber()
  local path = app.filesDirectory .. "/count"
  local file = io.open(path)
  local count = file and file:read "n" or 0
  if file then file:close() end
  file = io.open(path, "w")
  file:write(count + 1)
  file:close()
  return count + 1
end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "page" .. launchNumber(), restorationClass = Page } --! unstable-identifier
  end
  self.window:makeKeyAndVisible()
end
return app
