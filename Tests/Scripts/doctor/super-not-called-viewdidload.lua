-- Super not called viewDidLoad.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Base = ui.ViewController:subclass "Base"
function Base:viewDidLoad() self.ready = true end
local Screen = Base:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function Screen:viewDidLoad() --! super-not-called
  self.own = 1
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if self.window.rootViewController == nil then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
