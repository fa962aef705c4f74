-- Items that expand to show their children.
local test = require "luahost.test"

local size = { 30, 14 }

-- Returns the rows below the button, without the text at their right.
local function rows(app)
  local all = {}
  for line in (app:screen() .. "\n"):gmatch "(.-)\n" do
    if #all > 0 or not line:find "Before" then all[#all + 1] = line end
  end
  while all[#all] == "" do all[#all] = nil end
  return table.concat(all, "\n")
end

local function news(app) return app:eval "return tree:news()" end

test.case("Right expands an item and enters it, Left collapses it and goes to its parent, Enter selects", function(t)
  local app = t:launch("outline.lua", { size = size })
  app:tap "outline"
  t:expect(news(app)):equals "focus fruit, select fruit"
  t:expect(rows(app)):equals "● ▸ fruit\n  ▸ tools\n  ▸ empty\n    notes"
  t:expect(app:eval "return table.concat(tree.asked, ' ')"):equals "top"
  app:key "right"
  t:expect(rows(app)):equals "● ▾ fruit\n  ├── apple\n  ├─▸ citrus\n  └── pear\n  ▸ tools\n  ▸ empty\n    notes"
  t:expect(app:eval "return table.concat(tree.asked, ' ')"):equals "top fruit"
  app:key "right"
  app:key "down"
  app:key "right"
  app:key "right"
  app:key "enter"
  t:expect(news(app)):equals "expand fruit, focus apple, focus citrus, expand citrus, focus lemon, select lemon"
  app:key "left"
  app:key "left"
  t:expect(news(app)):equals "focus citrus, collapse citrus"
  -- The selected item is still selected and visible.
  t:expect(app:eval "return tree.outline.selectedItem.name"):equals "lemon"
  app:key "right"
  t:expect(rows(app)):matches "●[^\n]*── lemon"
  app:key "left"
  app:key "left"
  t:expect(news(app)):equals "expand citrus, collapse citrus, focus fruit"
  app:key "end"
  app:key "up"
  app:key "right"
  t:expect(rows(app)):contains "› ▾ empty"
  app:key "right"
  t:expect(news(app)):equals "focus notes, focus empty, expand empty"
  app:key "/"
  app:type "SAW"
  t:expect(rows(app)):contains "not found"
end)

test.case("the triangle expands and collapses, and other places of the row do not", function(t)
  local app = t:launch("outline.lua", { size = size })
  app:tap "fruit"
  t:expect(app:eval "return tree.outline:isItemExpanded(tree:find 'fruit')"):isFalse()
  t:expect(news(app)):equals "focus fruit, select fruit"
end)

test.case("changes by a script call no handler", function(t)
  local app = t:launch("outline.lua", { size = size })
  app:eval "tree.outline.selectedItem = tree:find 'lime'"
  t:expect(rows(app)):equals
    "  ▾ fruit\n  ├── apple\n  ├─▾ citrus\n  │ ├── lemon\n● │ └── lime\n  └── pear\n  ▸ tools\n  ▸ empty\n    notes"
  t:expect(app:eval "return tree.outline:parentForItem(tree:find 'lime').name"):equals "citrus"
  t:expect(app:eval "return tree.outline:parentForItem(tree:find 'fruit')"):isNil()
  t:expect(app:eval "return tree.outline.focusedItem.name"):equals "lime"
  app:eval "tree.outline:collapseItem(tree:find 'fruit')"
  t:expect(rows(app)):equals "  ▸ fruit\n  ▸ tools\n  ▸ empty\n    notes"
  t:expect(app:eval "return tree.outline.focusedItem.name .. ' ' .. tree.outline.selectedItem.name"):equals "fruit lime"
  app:eval "tree.outline:expandItem(tree:find 'fruit')"
  t:expect(rows(app)):contains "▾ citrus"
  app:eval "tree.outline:collapseItem(tree:find 'fruit', { children = true }) tree.outline:expandItem(tree:find 'fruit')"
  t:expect(rows(app)):contains "▸ citrus"
  app:eval "tree.outline:expandItem(nil, { children = true })"
  t:expect(rows(app)):contains "axe"
  t:expect(app:eval "return tree.outline:isItemExpanded(tree:find 'tools')"):isTrue()
  app:eval "tree.outline.focusedItem = tree:find 'axe'"
  t:expect(app:eval "return tree.outline.focusedItem.name"):equals "axe"
  app:eval "tree.outline.selectedItem = nil tree.outline.focusedItem = nil"
  t:expect(app:eval "return tree.outline.selectedItem, tree.outline.focusedItem"):isNil()
  t:expect(function() app:eval "tree.outline:expandItem(tree.top.items[1], { childs = true })" end):fails "expandItem has no option 'childs'; it has children"
  t:expect(function() app:eval "tree.outline:expandItem(tree.top.items[1], true)" end):fails "options"
  t:expect(news(app)):equals ""
end)

for _, isSaved in ipairs { false, true } do
  local function again(app, options)
    if isSaved then app:background() end
    app:kill()
    app:relaunch(options)
  end
  local how = isSaved and " (background)" or " (autosave)"

  test.case("expansion, selection, focus and scroll position are restored" .. how, function(t)
    local app = t:launch("outline.lua", { size = { 30, 6 } })
    app:eval "tree.outline:expandItem(tree:find 'citrus') tree.outline:expandItem(tree:find 'fruit')"
    app:tap "lemon"
    for _ = 1, 2 do app:key "down" end
    local before = app:screen()
    again(app)
    t:expect(app:screen()):equals(before)
    t:expect(app:eval "return tree.outline.focusedItem.name .. ' ' .. tree.outline.selectedItem.name"):equals "pear lemon"
    t:expect(news(app)):equals ""
    -- Also items hidden below collapsed ones.
    app:eval "tree.outline:collapseItem(tree:find 'fruit')"
    again(app)
    t:expect(rows(app)):equals "› ▸ fruit\n  ▸ tools\n  ▸ empty\n    notes"
    t:expect(app:eval "return tree.outline.selectedItem.name"):equals "lemon"
    app:eval "tree.asked = {}"
    t:expect(app:eval "return tree.outline:parentForItem(tree:find 'lemon').name"):equals "citrus"
    t:expect(app:eval "return tree.outline:parentForItem(tree:find 'axe')"):isNil()
    t:expect(app:eval "return table.concat(tree.asked, ' ')"):equals "fruit citrus"
    app:eval "tree.outline:expandItem(tree:find 'fruit')"
    t:expect(rows(app)):matches "●[^\n]*── lemon"
  end)

  test.case("items that come later are expanded, selected and focused then" .. how, function(t)
    local app = t:launch("outline.lua", { size = size })
    app:eval "tree.outline.selectedItem = tree:find 'lime'"
    local before = app:screen()
    again(app, { options = { comesLate = true } })
    t:expect(app:screen()):contains "No items"
    again(app, { options = { comesLate = true } })
    app:eval "tree:rebuild()"
    t:expect(app:screen()):equals(before)
    t:expect(app:eval "return tree.outline.selectedItem == tree:find 'lime'"):isTrue()
  end)
end

test.case("expansion and selection survive new tables with the same names, and items that come and go", function(t)
  local app = t:launch("outline.lua", { size = size })
  app:eval "tree.outline.selectedItem = tree:find 'lime'"
  local before = app:screen()
  app:eval "tree:rebuild()"
  t:expect(app:screen()):equals(before)
  app:eval "table.insert(tree.top.items, 1, { name = 'first' }) tree.outline:reloadData()"
  t:expect(rows(app)):matches "●[^\n]*── lime"
  app:eval "table.remove(tree:find('citrus').items, 1) tree.outline:reloadItem(tree:find 'citrus', { children = true })"
  t:expect(rows(app)):matches "●[^\n]*── lime"
  t:expect(rows(app)):never():contains "lemon"
  app:eval "tree:find('citrus').items = nil tree.outline:reloadItem(tree:find 'citrus')"
  t:expect(rows(app)):contains "├── citrus"
  t:expect(app:eval "return tree.outline.selectedItem"):isNil()
end)

test.case("any value can be an item, by raw equality, and an item can contain itself", function(t)
  local app = t:launch("outline.lua", { size = size })
  app:eval [[
    same = setmetatable({}, { __eq = function() return true end })
    other = setmetatable({}, { __eq = function() return true end })
    local values = { "text", 1, 1.5, true, same, other, print, coroutine.create(print) }
    plain = {}
    function plain:numberOfChildrenOfItem(_, item) return item == nil and #values or rawequal(item, same) and 1 or 0 end
    function plain:childOfItem(_, index, item) return item == nil and values[index] or same end
    function plain:isItemExpandable(_, item) return rawequal(item, same) end
    function plain:cellForItem(_, item) return rawequal(item, same) and "same" or type(item) end
    tree.outline.dataSource, tree.outline.delegate = plain, nil
    tree.outline:expandItem(same)
  ]]
  t:expect(rows(app)):contains "▾ same\n  └─▸ same"
  t:expect(app:eval "return tree.outline:isItemExpanded(same), tree.outline:isItemExpanded(other)"):isTrue()
  t:expect(app:eval "return tree.outline:isItemExpanded(other)"):isFalse()
  app:eval "tree.outline:expandItem(nil, { children = true })"
  app:eval "tree.outline.selectedItem = 1.0"
  t:expect(app:eval "return tree.outline.selectedItem, math.type(tree.outline.selectedItem)"):equals(1)
  app:eval "tree.outline.selectedItem = true"
  t:expect(app:eval "return tree.outline.selectedItem"):isTrue()
  app:eval "tree.outline.selectedItem = 'nowhere'"
  t:expect(app:eval "return tree.outline.selectedItem"):isTrue()
end)

test.case("columns are aligned with their cells, the first indented by level", function(t)
  local app = t:launch("outline.lua", { size = size })
  app:eval [[
    tree.cellForItem = function(_, _, item) return { item.name, #(item.items or {}) } end
    tree.outline.columns = { { title = "Name" }, { title = "Items", width = 5, alignment = "right" } }
    tree.outline:expandItem(tree:find "fruit")
  ]]
  t:expect(rows(app)):matches "^  Name                   Items\n  ▾ fruit                    3\n  ├── apple                  0"
  app:tap "outline"
  t:expect(news(app)):equals "focus fruit, select fruit"
end)

test.case("a missing data source method is an error that names it", function(t)
  local app = t:launch("outline.lua", { size = size })
  app:eval "tree.outline.delegate = nil tree.outline.dataSource = {}"
  t:expect(app:screen()):contains "No items"
  t:expect(app):failed "the data source of the OutlineView has no method 'numberOfChildrenOfItem'"
  app:eval "tree.outline.dataSource = { numberOfChildrenOfItem = function(_, _, item) return item and 0 or 1 end }"
  app:screen()
  t:expect(app):failed "the data source of the OutlineView has no method 'childOfItem'"
  app:eval [[tree.outline.dataSource = {
    numberOfChildrenOfItem = function(_, _, item) return item and -2 or 1 end,
    childOfItem = function() return "child" end,
  }]]
  app:screen()
  t:expect(app):failed "the data source of the OutlineView has no method 'cellForItem'"
  t:expect(app):failed "the number of children: expected 0 or more, got %-2"
end)

test.case("if a focused outline gets its first items, one is focused", function(t)
  local app = t:launch("outline.lua", { size = size, options = { comesLate = true } })
  app:tap "outline"
  app:eval "tree:rebuild()"
  t:expect(rows(app)):contains "› ▸ fruit"
  app:key "right"
  t:expect(news(app)):equals "expand fruit"
end)

test.case("after collapsing all, the focused item's ancestor is focused", function(t)
  local app = t:launch("outline.lua", { size = size })
  app:eval "tree.outline.focusedItem = tree:find 'lime'"
  app:eval "tree.outline:collapseItem(nil)"
  t:expect(app:eval "return tree.outline.focusedItem.name"):equals "lime"
  app:eval "tree.outline:collapseItem(nil, { children = true })"
  t:expect(app:eval "return tree.outline.focusedItem.name"):equals "fruit"
  app:eval "tree.outline.focusedItem = tree:find 'axe' tree.outline.selectedItem = tree:find 'saw'"
  app:eval "tree.outline:collapseItem(nil, { children = true })"
  t:expect(app:eval "return tree.outline.focusedItem.name .. ' ' .. tree.outline.selectedItem.name"):equals "tools saw"
  app:eval "tree.outline:expandItem(tree:find 'tools')"
  t:expect(rows(app)):matches "●[^\n]*── saw"
  t:expect(news(app)):equals ""
end)

local function openAndChoose(t)
  local app = t:launch("outline.lua", { size = size })
  app:eval "tree.outline:expandItem(tree:find 'fruit') tree.outline:expandItem(tree:find 'citrus')"
  app:eval "tree.outline:expandItem(tree:find 'tools')"
  app:tap "lime"
  return app
end

local moves = {
  { "into an open item", { { "citrus", "tools" } } },
  { "into an item that moves itself", { { "citrus", "tools" }, { "tools", "empty" } }, opens = { "empty" } },
}

for _, move in ipairs(moves) do
  test.case("an expanded item that moved " .. move[1] .. " stays expanded, with selection and focus", function(t)
    local app = openAndChoose(t)
    for _, name in ipairs(move.opens or {}) do app:eval(("tree.outline:expandItem(tree:find %q)"):format(name)) end
    for _, step in ipairs(move[2]) do app:eval(("tree:move(%q, %q)"):format(step[1], step[2])) end
    app:eval "tree.outline:reloadData()"
    t:expect(app:eval "return tree.outline:isItemExpanded(tree:find 'citrus')"):isTrue()
    t:expect(app:eval "return tree.outline.selectedItem.name, tree.outline.focusedItem.name"):equals "lime"
    t:expect(app:eval "return tree.outline.focusedItem.name"):equals "lime"
    t:expect(app:eval "return tree.outline:parentForItem(tree:find 'citrus').name"):equals "tools"
    t:expect(rows(app)):contains "lemon"
    local screen = app:screen()
    app:background()
    app:kill()
    app:relaunch { options = { moved = move[2] } }
    t:expect(app:screen()):equals(screen)
  end)

  test.case("an expanded item that moved " .. move[1] .. " between two launches stays expanded", function(t)
    local app = openAndChoose(t)
    for _, name in ipairs(move.opens or {}) do app:eval(("tree.outline:expandItem(tree:find %q)"):format(name)) end
    app:background()
    app:kill()
    app:relaunch { options = { moved = move[2] } }
    t:expect(app:eval "return tree.outline:isItemExpanded(tree:find 'citrus')"):isTrue()
    t:expect(rows(app)):contains "lemon"
    t:expect(app:eval "return tree.outline.selectedItem.name"):equals "lime"
    t:expect(app:eval "return tree.outline.focusedItem.name"):equals "lime"
  end)
end

test.case("an item moved below a collapsed one stays selected, and the collapsed item is focused", function(t)
  local app = openAndChoose(t)
  app:eval "tree.outline:collapseItem(tree:find 'tools')"
  app:eval "tree:move('citrus', 'tools') tree.outline:reloadData()"
  t:expect(app:eval "return tree.outline.selectedItem.name"):equals "lime"
  t:expect(app:eval "return tree.outline.focusedItem.name"):equals "tools"
  t:expect(rows(app)):never():contains "lime"
  app:background()
  app:kill()
  app:relaunch { options = { moved = { { "citrus", "tools" } } } }
  t:expect(app:eval "return tree.outline.selectedItem.name"):equals "lime"
  t:expect(app:eval "return tree.outline.focusedItem.name"):equals "tools"
  app:key "right"
  t:expect(rows(app)):contains "lemon"
  t:expect(rows(app)):matches "●[^\n]*── lime"
  t:expect(app:eval "return tree.outline.focusedItem.name"):equals "tools"
end)

test.case("a removed selected item is not searched for below collapsed ones", function(t)
  local app = openAndChoose(t)
  app:eval "tree.outline:collapseItem(tree:find 'tools') tree.asked = {}"
  app:eval "table.remove(tree:find('citrus').items, 2) tree.outline:reloadData()"
  t:expect(app:eval "return tree.outline.selectedItem"):isNil()
  t:expect(app:eval "return table.concat(tree.asked, ' ')"):never():contains "tools"
end)

test.case("an expanded item moved into a collapsed one is expanded when that is", function(t)
  local app = openAndChoose(t)
  app:eval "tree.outline:collapseItem(tree:find 'tools')"
  app:eval "tree:move('citrus', 'tools') tree.outline:reloadData()"
  t:expect(rows(app)):never():contains "lemon"
  app:eval "tree.outline:expandItem(tree:find 'tools')"
  t:expect(rows(app)):contains "lemon"
end)

test.case("a line to scroll to that an outline has given up does not return after a kill", function(t)
  local function open(isKilled)
    local app = t:launch("outline.lua", { size = { 30, 6 } })
    app:tap "outline"
    app:key "right"
    app:key "end"
    app:select("outline", 6)
    t:expect(app:screen()):never():contains "fruit"
    -- Fewer items than rows.
    app:eval "tree.outline:collapseItem(tree:find 'fruit')"
    t:expect(app:screen()):contains "fruit"
    if isKilled then
      app:kill()
      app:relaunch()
    end
    app:eval "tree.outline:expandItem(tree:find 'fruit')"
    return app:screen()
  end
  t:expect(open(true)):equals(open(false))
end)

test.case("an outline without end is expanded to level 1,000, which is reported once", function(t)
  for _, expand in ipairs {
    "outline:expandItem(nil, { children = true })", "outline.selectedItem = 30000",
    "for item = 1, 1200 do outline:expandItem(item) end",
  } do
    local app = t:launch("outline.lua", { errors = "allowed" })
    app:eval([[
      local ui = require "luahost"
      outline = ui.OutlineView {
        dataSource = {
          numberOfChildrenOfItem = function() return 1 end,
          childOfItem = function(_, _, _, item) return (item or 0) + 1 end,
          cellForItem = function(_, _, item) return "item " .. item end,
          persistentObjectForItem = function(_, _, item) return item end,
        },
      }
      app.window.rootViewController = ui.ViewController { restorationIdentifier = "deep", view = outline }
    ]] .. expand)
    app:screen()
    t:expect(#app:errors()):equals(1)
    t:expect(app:errors()[1]):contains "items of an outline can be nested at most 1000 levels deep"
    app:eval "outline:collapseItem(nil, { children = true }) outline:reloadData()"
    app:eval 'outline = nil app.window.rootViewController = require "luahost".ViewController {} collectgarbage()'
  end
end)
