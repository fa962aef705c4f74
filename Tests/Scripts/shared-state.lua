-- Screens that change what a covered screen encodes: a local variable, and a table two levels down.

local ui = require "luahost"

local List = ui.ViewController:subclass "List"
local Item = ui.ViewController:subclass "Item"
local count = 0

local list
function List:init()
  self.items = { { name = "milk", notes = {} } }
  list = self
end
function List:loadView()
  self.view = ui.Button { title = "Open", action = function()
    self.navigationController:push(Item { restorationIdentifier = "item" })
  end }
end
function List:encodeRestorableState(coder)
  coder:encode("items", self.items)
  coder:encode("count", count)
end
function List:decodeRestorableState(coder)
  self.items = coder:decode "items"
  count = coder:decode "count"
end

function Item:loadView()
  self.label = ui.Label {}
  self.view = ui.VStack { self.label, ui.Button { title = "Note", action = function()
    local notes = self.item.notes
    notes[#notes + 1] = "note"
    count = count + 1
    self:show()
  end } }
end
function Item:show() self.label.text = #self.item.notes .. " notes, counted " .. count end
function Item:viewWillAppear()
  self.item = list.items[1]
  self:show()
end

local app = ui.Application { identifier = "org.example.shared" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching() self.window = ui.Window() end
function app:viewControllerWithRestorationIdentifierPath(path)
  local classes = { nav = ui.NavigationController, list = List, item = Item }
  return classes[path[#path]]()
end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController =
      ui.NavigationController { restorationIdentifier = "nav", List { restorationIdentifier = "list" } }
  end
  self.window:makeKeyAndVisible()
end
return app
