-- A call of another method of the superclass.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Base = ui.ViewController:subclass "Base"
function Base:viewDidLoad() self.a = 1 end
function Base:viewDidAppear() self.b = 1 end
local Page = Base:subclass "Page"
function Page:viewDidLoad() --! super-not-called
  Page.super.viewDidAppear(self)
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
