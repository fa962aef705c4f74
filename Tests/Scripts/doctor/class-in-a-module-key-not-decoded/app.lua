-- Class in a module, key not decoded.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Editor = require "editor"
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  self.window.rootViewController = self.window.rootViewController or Editor { restorationIdentifier = "editor", restorationClass = Editor }
  self.window:makeKeyAndVisible()
end
return app
