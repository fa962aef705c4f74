-- A module that creates a controller without identifier.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = require "page"
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page.make()
  end
  self.window:makeKeyAndVisible()
end
return app
