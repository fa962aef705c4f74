-- Returned nil by class.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Page = ui.ViewController:subclass "Page"
Page.viewControllerWithRestorationIdentifierPath = function(class, path, coder) --! returned-nil
  if path[2] == "page" then return Page() end
  return nil
end
function Page:encodeRestorableState(coder) coder:encode("ident", 3) end
function Page:decodeRestorableState(coder) self.id = coder:decode("ident") end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "page", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
