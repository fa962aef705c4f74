-- A method that is missing in the superclass of several screens is one mistake.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Page = ui.ViewController:subclass "Page" --! no-class-method
local One = Page:subclass "One"
local Two = Page:subclass "Two"
local Three = Page:subclass "Three"
function Three:loadView() self.view = ui.TextField { restorationIdentifier = "text" } end

function app:willFinishLaunching()
  self.window = ui.Window { rootViewController = ui.TabBarController { restorationIdentifier = "tabs" } }
end
function app:didFinishLaunching()
  local tabs = self.window.rootViewController
  if #tabs.viewControllers == 0 then
    tabs.viewControllers = {
      One { restorationIdentifier = "one", restorationClass = One },
      Two { restorationIdentifier = "two", restorationClass = Two },
      Three { restorationIdentifier = "three", restorationClass = Three },
    }
  end
  self.window:makeKeyAndVisible()
end
return app
