-- No class or callback re-creates the root.
-- launches: 2
-- says:
--   note: nobody-makes-it.lua:18: nav (NavigationController) was not restored

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local Detail = ui.ViewController:subclass "Detail"

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching() self.window = ui.Window() end

function app:didFinishLaunching()
  local nav = ui.NavigationController { restorationIdentifier = "nav" }
  nav.viewControllers = { Screen { restorationIdentifier = "screen" } }
  if not self.window.rootViewController then
    nav:push(Detail { restorationIdentifier = "detail" })
    self.window.rootViewController = nav
  end
  self.window:makeKeyAndVisible()
end

return app
