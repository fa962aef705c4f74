-- Controls of several rows in a scroll view, and a scroll view in a form that is too tall for small screens.
local ui = require "luahost"

local function labels(count)
  local all = {}
  for number = 1, count do all[number] = ui.Label { ("label %d"):format(number) } end
  return all
end

local Pad = ui.View:subclass "Pad"
function Pad:init() self.canBecomeFirstResponder = true end
function Pad:keyPressed(key) return key == "x" end

local rows = {}
for number = 1, 10 do rows[number] = ("row %d"):format(number) end

local kinds = {
  inside = function()
    local stack = ui.VStack(labels(10))
    stack:addSubview(ui.PickerView { restorationIdentifier = "picker", height = 3, rows = { "one", "two", "three" } })
    stack:addSubview(ui.TableView { restorationIdentifier = "table", height = 6, rows = { "a", "b", "c", "d", "e", "f" } })
    for _, label in ipairs(labels(20)) do stack:addSubview(label) end
    return ui.ScrollView { restorationIdentifier = "outer", stack }
  end,
  tall = function()
    local stack = ui.VStack(labels(5))
    stack:addSubview(Pad { restorationIdentifier = "pad", height = 30 })
    for _, label in ipairs(labels(20)) do stack:addSubview(label) end
    return ui.ScrollView { restorationIdentifier = "outer", stack }
  end,
  table = function()
    return ui.VStack {
      ui.TableView { restorationIdentifier = "table", height = 3, rows = rows }, ui.Switch { restorationIdentifier = "switch" },
    }
  end,
  list = function()
    local stack = ui.VStack(labels(4))
    stack:addSubview(ui.TableView { restorationIdentifier = "table", height = 4, rows = rows })
    for _, label in ipairs(labels(4)) do stack:addSubview(label) end
    return ui.VStack { ui.ScrollView { restorationIdentifier = "outer", height = 5, stack } }
  end,
  form = function()
    return ui.VStack {
      ui.TextField { restorationIdentifier = "first" },
      ui.TableView { restorationIdentifier = "table", height = 4, rows = { "a", "b", "c", "d", "e" } },
      ui.ScrollView { restorationIdentifier = "outer", height = 3, ui.VStack(labels(6)) },
      ui.ScrollView { restorationIdentifier = "low", height = 3, ui.VStack(labels(2)) },
      ui.TextView {
        restorationIdentifier = "pager", height = 3, isEditable = false, text = "one\ntwo\nthree\nfour", accessibilityLabel = "Pager",
      },
      ui.TextField { restorationIdentifier = "last" },
    }
  end,
}

local Screen = ui.ViewController:subclass "Screen"
function Screen:loadView() self.view = kinds[kind]() end

local app = ui.Application { identifier = "org.example.scrolled", version = "1", showsKeyHints = false }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  kind = options.kind
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
