-- A scene without identifier that encodes state.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
local Keep = ui.ViewController:subclass "Keep"
function Keep:encodeRestorableState(coder) coder:encode("n", 1) end
function Keep:decodeRestorableState(coder) self.n = coder:decode "n" end
app.storyboard = ui.Storyboard("Main", { initial = "nav", scenes = {
  nav = { class = "NavigationController", restorationIdentifier = "nav", children = { "first" } },
  first = { class = Keep }, --! no-identifier
} })
function app:didFinishLaunching() self.window:makeKeyAndVisible() end
return app
