-- Rows with links or controls, of which the focused one is in the focused row.
local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local parts = {}
function parts.link(screen, row)
  return ui.AttributedString { "row " .. row .. " ", { "open " .. row, action = function() screen.pressed = row end } }
end
function parts.button(screen, row)
  local button = ui.Button { title = "open " .. row, action = function() screen.pressed = row end }
  return ui.HStack { ui.Label { text = "row " .. row, width = 8 }, button }
end

function parts.remove(screen, row)
  return ui.HStack { ui.Label { text = "row " .. row, width = 8 }, ui.Button { title = "open " .. row, action = function()
    screen.pressed = row
    screen.rowCount = 35 - screen.rowCount
    screen.list:reloadData()
  end } }
end

function Screen:loadView()
  if kind == "outline" then
    self.list = ui.OutlineView { restorationIdentifier = "list", dataSource = self, delegate = self }
  else
    self.list = ui.TableView { restorationIdentifier = "list", dataSource = self, delegate = self }
  end
  self.focused, self.rowCount = 0, 30
  self.view = ui.VStack { self.list, ui.TextField { restorationIdentifier = "field" } }
end

function Screen:numberOfRowsInSection() return self.rowCount end
function Screen:cellForRow(_, _, row) return parts[kind](self, row) end
function Screen:didFocusRow() self.focused = self.focused + 1 end

function Screen:numberOfChildrenOfItem(_, item) return item and 0 or 30 end
function Screen:childOfItem(_, index) return "item" .. index end
function Screen:cellForItem(_, item) return parts.button(self, item) end
function Screen:persistentObjectForItem(_, item) return item end
function Screen:itemForPersistentObject(_, item) return item end
function Screen:didFocusItem() self.focused = self.focused + 1 end

local app = ui.Application { identifier = "org.example.parts", version = "1" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  kind = options.kind
  screen = Screen { restorationIdentifier = "screen" }
  self.window = ui.Window { rootViewController = screen }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
