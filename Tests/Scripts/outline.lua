-- An outline of folders, which records data source and delegate calls.

local ui = require "luahost"

local Tree = ui.ViewController:subclass "Tree"

local function folder(name, ...) return { name = name, items = { ... } } end
local function leaf(name) return { name = name } end

local function model()
  return folder("",
    folder("fruit", leaf "apple", folder("citrus", leaf "lemon", leaf "lime"), leaf "pear"),
    folder("tools", leaf "saw", leaf "axe"),
    folder "empty",
    leaf "notes")
end

function Tree:loadView()
  self.top = model()
  self.calls = {}
  self.asked = {}
  self.outline = ui.OutlineView {
    restorationIdentifier = "outline", dataSource = self, delegate = self, placeholder = "No items",
  }
  self.view = ui.VStack { ui.Button { title = "Before" }, self.outline }
end

function Tree:numberOfChildrenOfItem(outline, item)
  assert(outline == self.outline)
  self.asked[#self.asked + 1] = item and item.name or "top"
  return #((item or self.top).items or {})
end
function Tree:childOfItem(_, index, item) return (item or self.top).items[index] end
function Tree:isItemExpandable(_, item) return item.items ~= nil end
function Tree:cellForItem(_, item) return item.name end
function Tree:persistentObjectForItem(_, item)
  assert(item ~= nil)
  return item.name
end

local function find(name, item)
  if item.name == name then return item end
  for _, child in ipairs(item.items or {}) do
    local found = find(name, child)
    if found then return found end
  end
end
function Tree:find(name) return find(name, self.top) end
function Tree:itemForPersistentObject(_, name) return self:find(name) end

for _, name in ipairs { "didFocusItem", "didSelectItem", "didExpandItem", "didCollapseItem" } do
  Tree[name] = function(self, outline, item)
    assert(outline == self.outline)
    self.calls[#self.calls + 1] = name:match "did(%a+)Item":lower() .. " " .. item.name
  end
end
function Tree:shouldExpandItem(_, item) return item.name ~= "locked" end

function Tree:news()
  local news = table.concat(self.calls, ", ")
  self.calls = {}
  return news
end

-- Moves an item with its subtree below another.
function Tree:move(name, parentName)
  local moved = self:find(name)
  local function take(item)
    for index, child in ipairs(item.items or {}) do
      if child == moved then return table.remove(item.items, index) end
      take(child)
    end
  end
  take(self.top)
  table.insert(self:find(parentName).items, 1, moved)
end

-- Replaces the items by new tables with the same names.
function Tree:rebuild()
  self.top = model()
  self.outline:reloadData()
end

local app = ui.Application { identifier = "org.example.outline", version = "1.0", showsKeyHints = false }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  self.window = ui.Window()
  tree = Tree { restorationIdentifier = "tree" }
  if options and options.moved then
    local _ = tree.view
    for _, move in ipairs(options.moved) do tree:move(move[1], move[2]) end
  end
  if options and options.comesLate then local _ = tree.view; tree.top = folder "" end
  self.window.rootViewController = tree
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
