-- A controller's view is shown without adding the controller as a child.
-- says:
--   note: child-not-added.lua:12: the view of this Sidebar is shown, but the controller has no parent, so it receives no callbacks, and is saved only if another object encodes it; call addChild on the controller whose view contains it

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local Sidebar = ui.ViewController:subclass "Sidebar"

function Screen:viewDidLoad()
  self.sidebar = Sidebar { restorationIdentifier = "sidebar" }
  self.view:addSubview(self.sidebar.view)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
