-- Storyboard fine.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local List = ui.ViewController:subclass "List"
function List:loadView() self.view = ui.TableView { restorationIdentifier = "rows", rows = { "a", "b" } } end
app.storyboard = ui.Storyboard("Main", { initial = "nav", scenes = {
  nav = { class = ui.NavigationController, restorationIdentifier = "nav", viewControllers = { "list" } },
  list = { class = "List", restorationIdentifier = "list" },
} })
return app
