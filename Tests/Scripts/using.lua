-- Views with the same name on several screens, rows with triangles and handles, and containers created from items.
local ui = require "luahost"

local List = ui.ViewController:subclass "List"
List.isMoving = false

function List:loadView()
  self.label = ui.Label { text = "list", accessibilityIdentifier = "list" }
  self.rows = ui.TableView {
    restorationIdentifier = "list",
    rows = { "apple", "banana", "cherry" },
    delegate = self,
    isEditing = self.isMoving,
  }
  self.view = ui.VStack { self.label, self.rows }
end

function List:didSelectRow(tableView, section, row) self.label.text = self.name .. " chose " .. row end
function List:moveRow() end

local Tree = ui.ViewController:subclass "Tree"

function Tree:loadView()
  self.chosen = ui.Label { text = "nothing" }
  self.outline = ui.OutlineView { restorationIdentifier = "tree", dataSource = self, delegate = self }
  self.view = ui.VStack { self.chosen, self.outline }
end

function Tree:numberOfChildrenOfItem(outlineView, item) return item == nil and 2 or item == "fruit" and 2 or 0 end
function Tree:childOfItem(outlineView, index, item)
  return item == nil and ({ "fruit", "stone" })[index] or ({ "pear", "plum" })[index]
end
function Tree:isItemExpandable(outlineView, item) return item == "fruit" end
function Tree:cellForItem(outlineView, item) return item end
function Tree:didSelectItem(outlineView, item) self.chosen.text = "chose " .. item end

local Inner = ui.ViewController:subclass "Inner"

function Inner:loadView() self.view = ui.Label { restorationIdentifier = "b", text = "two identifiers" } end

local Slashes = ui.ViewController:subclass "Slashes"

function Slashes:loadView()
  local inner = Inner { restorationIdentifier = "a" }
  self:addChild(inner)
  self.view = ui.VStack { ui.Label { restorationIdentifier = "a/b", text = "one identifier" }, inner.view }
end

local app = ui.Application { identifier = "org.example.using" }

function app:didFinishLaunching()
  self.window = ui.Window {
    rootViewController = ui.TabBarController {
      restorationIdentifier = "tabs",
      List { restorationIdentifier = "first", title = "First", name = "first" },
      ui.SplitViewController {
        restorationIdentifier = "sides",
        title = "Sides",
        List { restorationIdentifier = "left", name = "left" },
        List { restorationIdentifier = "right", name = "right" },
      },
      Tree { restorationIdentifier = "third", title = "Tree" },
      Slashes { restorationIdentifier = "slashes", title = "Slashes" },
      ui.PageViewController { title = "Pages", List { name = "one" }, List { name = "two" } },
    },
  }
  self.window:makeKeyAndVisible()
end

return app
