-- Keys in a table, one of which is never encoded.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Keys = { text = "Text", cursor = "Cursor", mode = "Mode" }
local Page = ui.ViewController:subclass "Page"
function Page:encodeRestorableState(coder)
  coder:encode(Keys.text, "a")
  coder:encode(Keys.mode, "b")
end
function Page:decodeRestorableState(coder)
  self.text = coder:decodeString(Keys.text)
  self.mode = coder:decodeString(Keys.mode)
  self.cursor = coder:decodeInteger(Keys.cursor) --! not-encoded
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
