-- Keys in local variables, one of which is never decoded.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local KEY_TEXT, KEY_CURSOR = "text", "cursor"
local Page = ui.ViewController:subclass "Page"
function Page:encodeRestorableState(coder)
  coder:encode(KEY_TEXT, "a")
  coder:encode(KEY_CURSOR, 3) --! not-decoded
end
function Page:decodeRestorableState(coder)
  self.text = coder:decode(KEY_TEXT)
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
