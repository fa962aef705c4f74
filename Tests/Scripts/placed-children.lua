-- A container that places the views of its children by itself.
local ui = require "luahost"

local Child = ui.ViewController:subclass "Child"
function Child:loadView() self.view = ui.VStack { ui.Label { text = "child" } } end
function Child:viewControllerWithRestorationIdentifierPath() return Child() end

local Root = ui.ViewController:subclass "Root"

function Root:loadView()
  self.slot = ui.VStack {}
  self.view = ui.VStack { self.slot, ui.Button { title = "add", action = function() self:add() end } }
end

-- Restored children are placed here.
function Root:viewWillAppear()
  for _, child in ipairs(self.children) do self.slot:addSubview(child.view) end
end

function Root:add()
  local child = Child { restorationIdentifier = "child", restorationClass = Child }
  if isPlacedFirst then self.slot:addSubview(child.view) end
  self:addChild(child)
  self.slot:addSubview(child.view)
end

local app = ui.Application { identifier = "org.example.placed-children" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching()
  root = Root { restorationIdentifier = "root" }
  self.window = ui.Window { rootViewController = root }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
