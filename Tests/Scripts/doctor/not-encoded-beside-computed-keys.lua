-- The superclass encodes keys of a table. A key that is only a view's property and identifier, or a field of the screen, is not
-- among them.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Base = ui.ViewController:subclass "Base"
function Base:encodeRestorableState(coder)
  for name, label in pairs(self.labels) do coder:encode(name, label.text) end
end
function Base:decodeRestorableState(coder)
  for name, label in pairs(self.labels) do label.text = coder:decode(name) end
end

local Screen = Base:subclass "Screen"
function Screen:loadView()
  self.labels = { title = ui.Label { text = "one" } }
  self.bar = ui.ProgressView { restorationIdentifier = "progress", progress = 0.5 }
  self.view = ui.VStack { self.labels.title, self.bar }
end
function Screen:decodeRestorableState(coder)
  Screen.super.decodeRestorableState(self, coder)
  self.bar.progress = coder:decode "progress" or 0.5 --! not-encoded
  self.goods = coder:decode "goods" or {} --! not-encoded
end
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end

function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
