-- Classes of which only those without saved instances have other names in each launch.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Base = ui.ViewController:subclass("Base" .. os.time())
local Row = ui.Label:subclass("Row" .. math.random(1000000))
local Screen = Base:subclass "Screen"
function Screen:loadView() self.view = ui.VStack { Row { text = "row" } } end
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
