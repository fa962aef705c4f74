-- Screens on which the focused view is removed, hidden, disabled, replaced, or comes late.
local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local function lines()
  local all = {}
  for n = 1, 80 do all[n] = "line " .. n .. (" word"):rep(n % 12) end
  return table.concat(all, "\n")
end

local views = {}

function views.form(screen)
  local function button(title, action)
    return ui.Button { title = title, accessibilityIdentifier = title, action = action }
  end
  screen.work = button("work", function(own)
    own.isEnabled = false
    screen:task(function()
      ui.sleep(1)
      own.isEnabled = true
    end)
  end)
  return ui.VStack {
    ui.TextField { restorationIdentifier = "field" },
    button("remove", function(own) own:removeFromSuperview() end),
    screen.work,
    button("last", function() screen.pressed = "last" end),
  }
end

function views.late(screen)
  local stack = ui.VStack { ui.Label { text = "loading" } }
  screen:task(function()
    ui.sleep(1)
    stack:addSubview(ui.TextField { restorationIdentifier = "field" })
  end)
  return stack
end

function views.bar(screen)
  local isEditing = false
  local function toggle()
    isEditing = not isEditing
    screen.pressed = isEditing and "Edit" or "Done"
    screen.navigationItem.rightBarButtonItem = ui.BarButtonItem { title = isEditing and "Done" or "Edit", action = toggle }
  end
  screen.navigationItem.rightBarButtonItem = ui.BarButtonItem { title = "Edit", action = toggle }
  return ui.Label { text = "text" }
end

function views.links(screen)
  local function link(name) return { name, action = function() screen.pressed = name end } end
  return ui.VStack { ui.Label { text = ui.AttributedString { "see ", link "one", " and ", link "two" } }, ui.Button { title = "button" } }
end

function views.pager(screen)
  screen.pager = ui.TextView {
    restorationIdentifier = "pager", isEditable = false, text = lines(), followsEnd = false, showsLineCursor = screen.isCursor,
  }
  return screen.pager
end

function views.cursor(screen)
  screen.isCursor = true
  return views.pager(screen)
end

function views.scroll()
  local rows = { ui.TextField { restorationIdentifier = "top" } }
  for n = 1, 12 do rows[#rows + 1] = ui.Label { text = "row " .. n } end
  rows[#rows + 1] = ui.DatePicker { restorationIdentifier = "date", date = ui.Date(1e9), preferredDatePickerStyle = "inline" }
  return ui.ScrollView { restorationIdentifier = "scroll", ui.VStack(rows) }
end

function views.slider(screen)
  screen.slider = ui.Slider { restorationIdentifier = "slider", maximumValue = 40 }
  return ui.VStack { screen.slider }
end

function views.menu(screen)
  screen.popUp = ui.PopUpButton { items = { "apple", "pear", "plum" }, accessibilityIdentifier = "fruit" }
  return ui.VStack { screen.popUp, ui.Button { title = "other" } }
end

function views.parts()
  return ui.VStack { ui.Switch { restorationIdentifier = "switch" }, ui.View {} }
end

local Part = ui.ViewController:subclass "Part"
function Part:loadView() self.view = ui.VStack { ui.TextField { restorationIdentifier = "field" } } end

function Screen:loadView() self.view = views[self.kind](self) end
function Screen:viewWillAppear()
  if self.kind == "parts" then self.view.subviews[2]:addSubview(self.children[1].view) end
end

local app = ui.Application { identifier = "org.example.focus" }

local function screen(kind, name) return Screen { kind = kind, restorationIdentifier = name or kind, title = name or kind } end

function app:willFinishLaunching(options)
  local kind = options.kind
  local root = ui.NavigationController { restorationIdentifier = "nav" }
  if kind == "split" then
    root = ui.SplitViewController { restorationIdentifier = "split", screen("form", "left"), screen("form", "right") }
  else
    local top = screen(kind)
    if kind == "parts" then top:addChild(Part { restorationIdentifier = "part" }) end
    root:push(top)
  end
  self.window = ui.Window { rootViewController = root }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

return app
