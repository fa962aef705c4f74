-- One subclass has the method itself, so the superclass is not the mistake of the others.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Page = ui.ViewController:subclass "Page"
local One = Page:subclass "One" --! no-class-method
local Two = Page:subclass "Two" --! no-class-method
local Three = Page:subclass "Three"
function Three:viewControllerWithRestorationIdentifierPath() return Three() end

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
