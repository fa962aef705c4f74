-- References to a view and a controller without identifier.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function Screen:loadView()
  self.first, self.second = ui.TextField(), ui.TextField { restorationIdentifier = "second" }
  self.view = ui.VStack { self.first, self.second }
end
function Screen:encodeRestorableState(coder)
  coder:encode("first", self.first) --! cannot-be-saved
  coder:encode("second", self.second)
  coder:encode("child", self.child) --! cannot-be-saved
end
function Screen:decodeRestorableState(coder)
  self.chosen = coder:decode "first" or coder:decode "second" or coder:decode "child"
end
function Screen:viewDidLoad() self.child = ui.ViewController() end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
