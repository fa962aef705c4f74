-- An alert that is saved.
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
local Top = ui.ViewController:subclass "Top"
function Top:viewDidAppear()
  if app.restored then return end
  self:present(ui.AlertController { restorationIdentifier = "ask", title = "Sure?", actions = { { title = "Yes" }, { title = "No" } } }, { onResult = "answered" })
end
function Top:answered(result) end
function Top:applicationFinishedRestoringState() app.restored = true end
function Top:viewControllerWithRestorationIdentifierPath() return Top() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Top { restorationIdentifier = "top", restorationClass = Top }
  end
  self.window:makeKeyAndVisible()
end
return app
