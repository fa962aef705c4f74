local ui = require "luahost"
local app
local Reader = ui.ViewController:subclass "Reader"
function Reader:viewControllerWithRestorationIdentifierPath() return self() end
function Reader:loadView()
  self.body = ui.TextView { isEditable = false, restorationIdentifier = "body" }
  self.view = self.body
end
function Reader:load(done)
  self:task(function()
    ui.sleep(0.1)
    self.body.text = ("a paragraph\n"):rep(80)
    if done then done() end
  end)
end
function Reader:decodeRestorableState()
  self.isLoading = true
  app:extendStateRestoration()
  self:load(function() app:completeStateRestoration() end)
end
function Reader:viewDidAppear()
  if not self.isLoading then self:load() end
end
app = ui.Application { identifier = "org.example.reader" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Reader { restorationIdentifier = "reader", restorationClass = Reader }
  end
  self.window:makeKeyAndVisible()
end
return app
