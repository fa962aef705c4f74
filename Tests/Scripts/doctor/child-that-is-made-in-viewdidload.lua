-- A child that viewDidLoad creates, and that the restoration replaces.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = ui.ViewController:subclass "Page"
function Page:loadView()
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.view = ui.VStack { ui.Label { text = "Page" }, self.field }
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
local Main = ui.ViewController:subclass "Main"
function Main:viewDidLoad()
  if #self.children == 0 then self:addChild(Page { restorationIdentifier = "child", restorationClass = Page }) end
end
function Main:encodeRestorableState(coder) coder:encode("child", self.children[1]) end
function Main:decodeRestorableState(coder) self.kid = coder:decode "child" end
function Main:viewControllerWithRestorationIdentifierPath() return Main() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Main { restorationIdentifier = "m", restorationClass = Main }
  end
  self.window:makeKeyAndVisible()
end
return app
