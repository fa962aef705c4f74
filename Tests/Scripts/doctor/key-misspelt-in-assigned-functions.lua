-- A misspelt key in functions that are assigned as methods.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = ui.ViewController:subclass "Page"
local function encode(self, coder)
  coder:encode("zoom", self.zoom or 1) --! not-decoded
end
Page.encodeRestorableState = encode
Page.decodeRestorableState = function(self, coder) self.zom = coder:decode "zom" end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
