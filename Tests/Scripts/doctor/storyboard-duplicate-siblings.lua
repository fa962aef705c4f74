-- Storyboard duplicate siblings.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local List = ui.ViewController:subclass "List"
app.storyboard = ui.Storyboard("Main", { initial = "tabs", scenes = {
  tabs = { class = ui.TabBarController, restorationIdentifier = "tabs", viewControllers = { "one", "two" } },
  one = { class = List, restorationIdentifier = "page" },
  two = { class = List, restorationIdentifier = "page" }, --! duplicate-identifier
} })
return app
