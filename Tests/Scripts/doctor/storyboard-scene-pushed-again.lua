-- A scene that the launch pushes again.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
local Page = ui.ViewController:subclass "Page"
function Page:loadView()
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.view = ui.VStack { ui.Label { text = "Page" }, self.field }
end
app.storyboard = ui.Storyboard("Main", { initial = "nav", scenes = {
  nav = { class = "NavigationController", restorationIdentifier = "nav", children = { "list" } },
  list = { class = Page, restorationIdentifier = "list" },
  detail = { class = "Page", restorationIdentifier = "detail" },
} })
function app:didFinishLaunching()
  local nav = self.window.rootViewController
  nav:push(app.storyboard:instantiateViewController "detail") --! built-too-early
  self.window:makeKeyAndVisible()
end
return app
