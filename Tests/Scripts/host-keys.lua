-- Views that take text and rows, and an app that prints its end.
local ui = require "luahost"

local Main = ui.ViewController:subclass "Main"

function Main:loadView()
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.view = ui.VStack {
    ui.Label { text = "hello", restorationIdentifier = "label" },
    self.field,
    ui.Button { title = "Do nothing", restorationIdentifier = "button" },
    ui.TableView { restorationIdentifier = "list", rows = { "apple", "banana" }, height = 3 },
    ui.RadioGroup { items = { "red", "green", "blue" } },
  }
end

function Main:viewControllerWithRestorationIdentifierPath() return Main() end

local app = ui.Application { identifier = "org.luahost.host-keys" }

function app:willFinishLaunching() self.window = ui.Window() end
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Main { restorationIdentifier = "main", restorationClass = Main }
  end
  self.window:makeKeyAndVisible()
end

function app:willTerminate() print "willTerminate" end

return app
