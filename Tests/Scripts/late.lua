-- A screen whose controls are added after the launch: when it appears, after a server's answer, or by a key.

local ui = require "luahost"

local Form = ui.ViewController:subclass "Form"

function Form:loadView()
  self.stack = ui.VStack { ui.Button { title = "Early" } }
  self.view = self.stack
end

function Form:add(view)
  self.stack:addSubview(view)
  return view
end

function Form:viewWillAppear()
  if self.switch then return end
  self.switch = self:add(ui.Switch { restorationIdentifier = "switch", isOn = true })
  self.field = self:add(ui.TextField { restorationIdentifier = "field", text = "given" })
  self:task(function()
    ui.sleep(1)
    self.table = self:add(ui.TableView { restorationIdentifier = "table", height = 4, rows = { "a", "b", "c", "d", "e", "f" } })
  end)
end

-- Replaces the pager, if there is one.
function Form:page()
  if self.pager then self.pager:removeFromSuperview() end
  local lines = {}
  for number = 1, 40 do lines[number] = "line " .. number end
  self.pager = self:add(ui.TextView {
    restorationIdentifier = "pager", text = table.concat(lines, "\n"), isEditable = false, showsLineCursor = true, height = 6,
  })
end

-- Replaces the text, which the user can edit or only read.
function Form:write(text, isEditable)
  if self.text then self.text:removeFromSuperview() end
  self.text = self:add(ui.TextView { restorationIdentifier = "text", text = text, isEditable = isEditable, height = 4 })
end

-- Removes the field and the switch, and creates others.
function Form:rebuild(values)
  self.field:removeFromSuperview()
  self.switch:removeFromSuperview()
  self.field = self:add(ui.TextField { restorationIdentifier = "field", text = values and values.text })
  self.switch = self:add(ui.Switch { restorationIdentifier = "switch", isOn = values and values.isOn })
end

local Empty = ui.ViewController:subclass "Empty"

-- Covers the form by a screen with a switch, which a later launch lacks.
local isPlain
function cover()
  local cover = Empty { restorationIdentifier = "cover" }
  if not isPlain then cover.view = ui.Switch { restorationIdentifier = "inner", isOn = true } end
  form.navigationController:push(cover)
end

local app = ui.Application { identifier = "org.example.late", version = "1" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  isPlain = options and options.isPlain
  if options and options.version then self.version = options.version end
  self.window = ui.Window()
  form = (options and options.isEmpty and Empty or Form) { restorationIdentifier = "form" }
  self.window.rootViewController = ui.NavigationController { restorationIdentifier = "nav", viewControllers = { form } }
end

function app:viewControllerWithRestorationIdentifierPath(path)
  if path[#path] == "cover" then return Empty { restorationIdentifier = "cover" } end
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
