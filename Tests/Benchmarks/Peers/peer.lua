-- The form and the table of the other peers: form|table.
local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  if arg[1] == "form" then
    local rows = {}
    for n = 1, 15 do
      rows[n] = ui.HStack {
        ui.Label { text = "Field " .. n, width = 12 }, ui.TextField { restorationIdentifier = "field" .. n },
      }
    end
    rows[16] = ui.Checkbox { title = "Ready" }
    rows[17] = ui.Button { title = "Save" }
    self.view = ui.VStack(rows)
  else
    self.view = ui.TableView {
      restorationIdentifier = "table", dataSource = self,
      columns = { { title = "Name" }, { title = "Size", width = 10, alignment = "right" }, { title = "Date", width = 12 } },
    }
  end
  self.keyCommands = { { title = "Save", input = "ctrl+s", action = "save" } }
end

function Screen:save() end

function Screen:numberOfRowsInSection() return 200 end

function Screen:cellForRow(_, _, row)
  return { utf8.char(0x2800 + row) .. " file " .. row, tostring(row * 37), "2026-11-24" }
end

function Screen:viewControllerWithRestorationIdentifierPath() return Screen { title = "Screen" } end

local app = ui.Application { identifier = "org.luahost.peer" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  if not self.window then
    local screen = Screen { title = "Screen", restorationIdentifier = "screen", restorationClass = Screen }
    self.window = ui.Window { rootViewController = ui.NavigationController { restorationIdentifier = "nav", screen } }
  end
  self.window:makeKeyAndVisible()
end

return app
