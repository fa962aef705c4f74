-- Child that exists again.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Panel = ui.ViewController:subclass "Panel"
function Panel:loadView() self.view = ui.Slider { restorationIdentifier = "slider", value = 0.2 } end
local Root = ui.ViewController:subclass "Root"
function Root:viewControllerWithRestorationIdentifierPath(path, coder) return Root() end
function Root:init()
  self.panel = Panel { restorationIdentifier = "panel" }
  self:addChild(self.panel)
end
function Root:viewDidLoad() self.view:addSubview(self.panel.view) end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Root { restorationIdentifier = "root", restorationClass = Root }
  end
  self.window:makeKeyAndVisible()
end
return app
