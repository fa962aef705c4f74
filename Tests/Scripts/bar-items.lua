-- A screen that sets its bar buttons whenever it appears. While another screen covers it, "Edit" becomes "Done", which is the
-- first button from then on.
local ui = require "luahost"

local Detail = ui.ViewController:subclass "Detail"

function Detail:loadView()
  self.view = ui.VStack { ui.TextField { restorationIdentifier = "note" } }
end

function Detail:viewControllerWithRestorationIdentifierPath() return Detail() end

local app = ui.Application { identifier = "org.example.bar-items", version = "1.0" }

local List = ui.ViewController:subclass "List"

function List:loadView()
  self.view = ui.TableView { restorationIdentifier = "table", rows = { "One", "Two" } }
end

function List:viewWillAppear()
  local function open()
    self.navigationController:push(Detail { restorationIdentifier = "detail", restorationClass = Detail })
    ui.after(1, function()
      self.toolbarItems[2].title = "Done"
      app.isDone = true
    end)
  end
  local add = ui.BarButtonItem { title = "Add", action = open }
  local title = app.isDone and "Done" or "Edit"
  local edit = ui.BarButtonItem { accessibilityIdentifier = "edit", title = title, action = open }
  self.toolbarItems = app.isDone and { edit, add } or { add, edit }
end

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willEncodeRestorableState(coder) coder:encode("isDone", self.isDone) end
function app:didDecodeRestorableState(coder) self.isDone = coder:decode "isDone" end

function app:willFinishLaunching()
  self.window = ui.Window {
    rootViewController = ui.NavigationController { restorationIdentifier = "nav", List { restorationIdentifier = "list" } },
  }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
