-- Tabs that willFinishLaunching builds with a child, and that the application's restoration method builds again without it.
local ui = require "luahost"

local Kid = ui.ViewController:subclass "Kid"
function Kid:loadView()
  self.view = ui.VStack { ui.Label { text = self.title }, ui.TextField { restorationIdentifier = "field" } }
end
function Kid:encodeRestorableState(coder) coder:encode("number", self.number) end
function Kid:decodeRestorableState(coder) self.number = coder:decode "number" end

local app = ui.Application { identifier = "org.example.in-place" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching()
  first, second = Kid { restorationIdentifier = "first", title = "first" }, Kid { restorationIdentifier = "second", title = "second" }
  self.window = ui.Window {
    rootViewController = ui.TabBarController { restorationIdentifier = "tabs", viewControllers = { first, second } },
  }
end

function app:viewControllerWithRestorationIdentifierPath(path)
  if #path == 1 then return ui.TabBarController { restorationIdentifier = "tabs" } end
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
