-- An app that extends its restoration until app:completeStateRestoration() is called.

local ui = require "luahost"

local Note = ui.ViewController:subclass "Note"

function Note:loadView()
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.view = ui.VStack { ui.Label { text = "A note" }, self.field, ui.Button { title = "Press", action = function() pressed = true end } }
end

function Note:viewControllerWithRestorationIdentifierPath() return Note() end

local app = ui.Application { identifier = "org.example.extended", version = "1.0" }
function app:shouldSaveApplicationState() return true end

function app:shouldRestoreApplicationState()
  self:extendStateRestoration()
  local seconds = os.getenv "EXTENDED_SECONDS"
  if seconds then ui.after(tonumber(seconds), function() self:completeStateRestoration() end) end
  return true
end

function app:willFinishLaunching() self.window = ui.Window() end

function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Note { restorationIdentifier = "note", restorationClass = Note }
  end
  self.window:makeKeyAndVisible()
end

return app
