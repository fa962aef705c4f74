-- A preview that is rendered when it is shown, and a read-only text that is visible and lost.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function Screen:loadView()
  self.preview = ui.TextView { restorationIdentifier = "preview", isEditable = false, isHidden = true }
  self.log = ui.TextView { --! value-lost
    restorationIdentifier = "log", isEditable = false,
  }
  self.view = ui.VStack { self.preview, self.log }
end
function Screen:show(text)
  local _ = self.view
  self.preview.text = text
  self.log.text = text
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    local screen = Screen { restorationIdentifier = "screen", restorationClass = Screen }
    self.window.rootViewController = screen
    self.window:makeKeyAndVisible()
    screen:show "once"
  end
  self.window:makeKeyAndVisible()
end
return app
