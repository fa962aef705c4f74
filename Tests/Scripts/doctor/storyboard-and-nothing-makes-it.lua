-- A screen beside those of a storyboard that nothing creates again.
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
} })
function app:didDecodeRestorableState() app.restored = true end
function app:didFinishLaunching()
  local nav = self.window.rootViewController
  if not app.restored and #nav.viewControllers == 1 then
    nav:push(Page { restorationIdentifier = "detail" }) --! nothing-makes-it
  end
  self.window:makeKeyAndVisible()
end
return app
