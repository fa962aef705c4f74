-- An app with long work, which F6 begins, and a label that F5 changes: nodes|siblings|text|pager|table|outline [COUNT].
local ui = require "luahost"

local kind, count = arg[1], tonumber(arg[2] or 0)
local app = ui.Application { identifier = "org.luahost.holds", autosave = not kind:match "nodes" }

local Node = ui.ViewController:subclass "Node"

function Node:encodeRestorableState(coder)
  Node.super.encodeRestorableState(self, coder)
  local n = self.n
  coder:encode("n", n) coder:encode("x", n + 0.5) coder:encode("name", "node " .. n)
  coder:encode("on", n % 2 == 0) coder:encode("list", { n, n + 1, n + 2 }) coder:encode("map", { a = n, b = "b" })
end

local Screen = ui.ViewController:subclass "Screen"

-- Adds the nodes in branches of 100, or all of them to the screen.
local function build(screen)
  local branch
  for n = 0, count - 1 do
    local node = Node { restorationIdentifier = "node" .. n }
    node.n = n
    if kind == "flatnodes" then
      screen:addChild(node)
    elseif n % 100 == 0 then
      branch = node
      screen:addChild(node)
    else
      branch:addChild(node)
    end
  end
end

local function lines()
  local all = {}
  for n = 1, count do all[n] = "line " .. n end
  return table.concat(all, "\n")
end

local work = {}

function work.nodes() app.autosave = true end
work.flatnodes = work.nodes

function work.text(screen) screen.text.text = screen.lines end
work.pager = work.text

function work.table(screen) screen.table:reloadData() end

function work.outline(screen) screen.outline:expandItem(1) end

local views = {}

function views.nodes(screen)
  build(screen)
  return ui.View()
end
views.flatnodes = views.nodes

function views.text(screen)
  screen.lines = lines()
  screen.text = ui.TextView { restorationIdentifier = "text", isEditable = kind == "text" }
  return screen.text
end
views.pager = views.text

function views.table(screen)
  screen.table = ui.TableView { restorationIdentifier = "table", dataSource = screen, allowsMultipleSelection = true }
  return screen.table
end

function views.outline(screen)
  screen.outline = ui.OutlineView { restorationIdentifier = "outline", dataSource = screen }
  return screen.outline
end

function Screen:loadView()
  self.number = 0
  self.label = ui.Label { text = "ready" }
  self.view = ui.VStack { self.label, views[kind](self) }
  self.keyCommands = {
    { title = "Count", input = "f5", action = "count" }, { title = "Begin", input = "f6", action = "begin" },
  }
end

function Screen:count()
  self.number = self.number % 255 + 1
  self.label.text = utf8.char(0x2800 + self.number)
end

function Screen:begin() work[kind](self) end

function Screen:numberOfRowsInSection() return count end
function Screen:cellForRow(_, _, row) return "row " .. row end

function Screen:numberOfChildrenOfItem(_, item) return item == nil and 1 or item == 1 and count or 0 end
function Screen:childOfItem(_, index, item) return item and index + 1 or 1 end
function Screen:isItemExpandable(_, item) return item == 1 end
function Screen:cellForItem(_, item) return "item " .. item end
function Screen:persistentObjectForItem(_, item) return item end
function Screen:itemForPersistentObject(_, object) return object end

function app:shouldSaveApplicationState() return true end
function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
