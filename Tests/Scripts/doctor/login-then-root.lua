-- Login then root.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Login = ui.ViewController:subclass "Login"
function Login:viewControllerWithRestorationIdentifierPath(path, coder) return Login() end
local Home = ui.ViewController:subclass "Home"
function Home:viewControllerWithRestorationIdentifierPath(path, coder) return Home() end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Login { restorationIdentifier = "login", restorationClass = Login }
  end
  self.window:makeKeyAndVisible()
  ui.after(1, function() self.window.rootViewController = Home { restorationIdentifier = "home", restorationClass = Home } end)
end
return app
