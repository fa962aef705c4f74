-- A child that each launch adds, also to a restored root.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Child = ui.ViewController:subclass "Child"
function Child:viewControllerWithRestorationIdentifierPath(path, coder) return Child() end
local Root = ui.ViewController:subclass "Root"
function Root:viewControllerWithRestorationIdentifierPath(path, coder) return Root() end

function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Root { restorationIdentifier = "root", restorationClass = Root }
  end
  self.window.rootViewController:addChild(Child { restorationIdentifier = "child", restorationClass = Child }) --! built-too-early
  self.window:makeKeyAndVisible()
end
return app
