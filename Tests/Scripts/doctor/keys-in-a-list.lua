-- Keys in a list, and one beside it that is never decoded.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = ui.ViewController:subclass "Page"
local saved = { "a", "b" }
function Page:encodeRestorableState(coder)
  for _, key in ipairs(saved) do coder:encode(key, 1) end
  coder:encode("c", 2) --! not-decoded
end
function Page:decodeRestorableState(coder)
  for _, key in ipairs(saved) do self["_" .. key] = coder:decode(key) end
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
