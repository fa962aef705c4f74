-- A timer that is encoded.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = ui.ViewController:subclass "Page"
function Page:viewDidLoad() self.timer = ui.every(10, function() end) end
function Page:encodeRestorableState(coder)
  coder:encode("timer", self.timer) --! cannot-be-saved
end
function Page:decodeRestorableState(coder) self.t = coder:decode "timer" end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
