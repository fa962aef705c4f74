-- A page with a sortable table, a tree, Markdown, a log and a form with validation. planets.py is the same page in
-- Textual, for comparison.
local ui = require "luahost"

local planets = {
  { "Mercury", 4879, 0.39 }, { "Venus", 12104, 0.72 }, { "Earth", 12756, 1.0 }, { "Mars", 6792, 1.52 },
  { "Jupiter", 142984, 5.2 }, { "Saturn", 120536, 9.58 }, { "Uranus", 51118, 19.2 }, { "Neptune", 49528, 30.05 },
}
local tree = {
  { "Rocky", "Mercury", "Venus", "Earth", "Mars" }, { "Giants", "Jupiter", "Saturn", "Uranus", "Neptune" },
}
local text = [[
# Planets

The *eight* planets go round the **Sun**:

- four are rocky,
- four are giants.

> Pluto was one until 2006.
]]

local Page = ui.ViewController:subclass "Page"

function Page:loadView()
  self.table = ui.TableView {
    restorationIdentifier = "table", dataSource = self, delegate = self, border = "rounded",
    columns = {
      { title = "Planet", width = 12 }, { title = "Diameter", width = 10, alignment = "right", isSortable = true },
      { title = "Distance", width = 10, alignment = "right", isSortable = true },
    },
  }
  self.outline = ui.OutlineView { restorationIdentifier = "tree", dataSource = self, delegate = self, border = "rounded" }
  self.log = ui.TextView { restorationIdentifier = "log", isEditable = false, border = "rounded", padding = { left = 1 } }
  self.name = ui.TextField {
    restorationIdentifier = "name", placeholder = "Name",
    validate = function(name) if #name >= 2 then return true end return nil, "two letters at least" end,
  }
  self.diameter = ui.TextField {
    restorationIdentifier = "diameter", placeholder = "Diameter", inputFilter = "integer",
    validate = function(number) if (tonumber(number) or 0) > 0 then return true end return nil, "a number above 0" end,
  }
  self.view = ui.VStack {
    ui.Grid {
      columns = 2, self.table, self.outline,
      ui.TextView {
        restorationIdentifier = "about", text = ui.markdown(text), isEditable = false, followsEnd = false, border = "rounded",
        padding = { left = 1 },
      },
      self.log,
    },
    ui.HStack { border = "rounded", spacing = 1, self.name, self.diameter, ui.Button { title = "Add", action = function() self:add() end } },
  }
  self.log:append "8 planets\n"
  for _, kind in ipairs(tree) do self.outline:expandItem(kind) end
end

function Page:encodeRestorableState(coder)
  Page.super.encodeRestorableState(self, coder)
  coder:encode("planets", planets)
  coder:encode("log", self.log.text)
end

function Page:decodeRestorableState(coder)
  Page.super.decodeRestorableState(self, coder)
  planets = coder:decodeTable "planets" or planets
  self.log.text = coder:decodeString "log" or self.log.text
end

function Page:numberOfRowsInSection() return #planets end
function Page:cellForRow(_, _, row) return { planets[row][1], tostring(planets[row][2]), tostring(planets[row][3]) } end
function Page:modelIdentifierForElement(_, _, row) return planets[row][1] end
function Page:indexPathForElement(_, name)
  for row, planet in ipairs(planets) do if planet[1] == name then return 1, row end end
end
function Page:didSelectRow(_, _, row) self.log:append("chosen: " .. planets[row][1] .. "\n") end

function Page:didSort(table_, column, ascending)
  table.sort(planets, function(a, b) if ascending then return a[column] < b[column] end return a[column] > b[column] end)
  table_:reloadData()
end

function Page:numberOfChildrenOfItem(_, item) return item == nil and #tree or type(item) == "table" and #item - 1 or 0 end
function Page:childOfItem(_, index, item) if item then return item[index + 1] end return tree[index] end
function Page:isItemExpandable(_, item) return type(item) == "table" end
function Page:cellForItem(_, item) return type(item) == "table" and item[1] or item end
function Page:persistentObjectForItem(_, item) return type(item) == "table" and item[1] or item end
function Page:didSelectItem(_, item) self.log:append("chosen: " .. self:cellForItem(_, item) .. "\n") end

function Page:add()
  if not (self.name.isValid and self.diameter.isValid) then return end
  planets[#planets + 1] = { self.name.text, math.tointeger(self.diameter.text), 0 }
  self.log:append("added: " .. self.name.text .. "\n")
  self.name.text, self.diameter.text = "", ""
  local column = self.table.sortColumn
  if column then self:didSort(self.table, column, self.table.sortAscending) else self.table:reloadData() end
end

local app = ui.Application { identifier = "org.example.planets", version = "1.0" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching()
  self.window = ui.Window {
    rootViewController = ui.NavigationController {
      restorationIdentifier = "nav", viewControllers = { Page { title = "Planets", restorationIdentifier = "page" } },
    },
  }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
