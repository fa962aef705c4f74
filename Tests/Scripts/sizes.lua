-- A screen for each scrolling view, for other sizes of the terminal.

local ui = require "luahost"

local function lines(count, text)
  local all = {}
  for line = 1, count do all[line] = text:format(line) end
  return all
end

local views = {
  table = function() return ui.TableView { restorationIdentifier = "table", rows = lines(60, "row %d") } end,
  columns = function()
    return ui.TableView {
      restorationIdentifier = "columns",
      columns = {
        { title = "First", width = 30, isSortable = true }, { title = "Second", width = 30, isSortable = true },
        { title = "Third", width = 40 }, { title = "Fourth", width = 40 },
      },
      dataSource = {
        numberOfRowsInSection = function() return 40 end,
        cellForRow = function(_, _, _, row) return { "a" .. row, "b" .. row, "c" .. row, "d" .. row } end,
      },
    }
  end,
  text = function()
    return ui.TextView { restorationIdentifier = "text", text = table.concat(lines(30, "line %d " .. ("word "):rep(20)), "\n") }
  end,
  pager = function()
    return ui.TextView {
      restorationIdentifier = "pager", isEditable = false, text = table.concat(lines(60, "line %d " .. ("word "):rep(20)), "\n"),
    }
  end,
  outline = function()
    local items = {}
    for group = 1, 8 do
      items[group] = { name = "group " .. group, items = {} }
      for item = 1, 9 do items[group].items[item] = { name = ("item %d.%d"):format(group, item) } end
    end
    local outline = ui.OutlineView {
      restorationIdentifier = "outline",
      dataSource = {
        numberOfChildrenOfItem = function(_, _, item) return #(item and item.items or items) end,
        childOfItem = function(_, _, index, item) return (item and item.items or items)[index] end,
        isItemExpandable = function(_, _, item) return item.items ~= nil end,
        cellForItem = function(_, _, item) return item.name end,
        persistentObjectForItem = function(_, _, item) return item.name end,
      },
    }
    for group = 1, 4 do outline:expandItem(items[group]) end
    return outline
  end,
  links = function()
    local parts = {}
    for line = 1, 40 do
      parts[#parts + 1] = ("line %d "):format(line) .. ("word "):rep(20)
      parts[#parts + 1] = { "link " .. line, action = function() chosen = line end }
      parts[#parts + 1] = "\n"
    end
    return ui.TextView { restorationIdentifier = "links", isEditable = false, text = ui.AttributedString(parts) }
  end,
  cursor = function()
    return ui.TextView {
      restorationIdentifier = "cursor", isEditable = false, followsEnd = false, showsLineCursor = true,
      text = table.concat(lines(60, "line %d " .. ("word "):rep(20)), "\n"),
    }
  end,
  switches = function()
    return ui.TableView {
      restorationIdentifier = "switches",
      dataSource = {
        numberOfRowsInSection = function() return 40 end,
        cellForRow = function(_, _, _, row) return ui.HStack { ui.Label { text = "row " .. row }, ui.Switch {} } end,
      },
    }
  end,
  field = function() return ui.TextField { restorationIdentifier = "field", text = table.concat(lines(40, "%d"), ",") } end,
  form = function()
    local scroll = ui.ScrollView { restorationIdentifier = "form" }
    local stack = ui.VStack {}
    for row = 1, 30 do stack:addSubview(ui.TextField { restorationIdentifier = "field" .. row, placeholder = "field " .. row }) end
    scroll:addSubview(stack)
    return scroll
  end,
}

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  self.view = ui.VStack { views[kind]() }
end

local app = ui.Application { identifier = "org.example.sizes", version = "1", showsKeyHints = false }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  kind = options.kind
  self.window = ui.Window()
  self.window.rootViewController = Screen { restorationIdentifier = "screen" }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
