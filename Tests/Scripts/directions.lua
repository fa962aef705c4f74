-- Text from right to left in each kind of view.
local ui = require "luahost"

local Screen = ui.ViewController:subclass "DirectionsScreen"

function Screen:viewControllerWithRestorationIdentifierPath()
  return self { restorationIdentifier = "screen", restorationClass = self }
end

function Screen:loadView()
  self.said = ui.Label { text = "-" }
  self.words = { { "תפוח", "3" }, { "אגס", "12" } }
  self.view = ui.VStack {
    ui.Label { text = "שלום (1)" },
    ui.Label { text = "plain שלום" },
    ui.Label { text = ui.AttributedString { { "אב", style = "header" }, "ג" }, alignment = "left" },
    ui.HStack { ui.Button { title = "שמור", action = function() self.said.text = "saved" end }, self.said },
    ui.TextField { restorationIdentifier = "field", placeholder = "שם" },
    ui.TableView {
      restorationIdentifier = "table", height = 3,
      columns = { { title = "שם", width = 8 }, { title = "Count", width = 6, alignment = "right" } },
      dataSource = self,
    },
    ui.TextView { restorationIdentifier = "page", isEditable = false, text = "one two\nעולם גדול\nthree" },
  }
end

function Screen:numberOfRowsInSection() return #self.words end

function Screen:cellForRow(_, _, row) return self.words[row] end

local app = ui.Application { identifier = "org.luahost.directions" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  self.window = self.window or ui.Window()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end

return app
