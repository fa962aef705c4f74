-- Controls of every kind with every source of a name, for plain mode.
local ui = require "luahost"

local Words = ui.ViewController:subclass "WordsController"

function Words:loadView()
  local said = ui.Label { text = "nothing asked" }
  self.view = ui.VStack {
    ui.TextField { placeholder = "Name" },
    ui.PickerView {
      border = "single", borderTitle = "Coffee", components = { { "Espresso", "Filter" }, { "small", "large" } },
      selectedRows = { 2, 1 },
    },
    ui.VStack { border = "single", borderTitle = "Birthday", ui.DatePicker { date = ui.Date(1767268800) } },
    ui.HStack { ui.Label { text = "Loudness" }, ui.Slider { value = 0.5 } },
    ui.VStack {
      border = "single", borderTitle = "Switches",
      ui.HStack { ui.Label { text = "Light" }, ui.Switch {} },
      ui.HStack { ui.Label { text = "Heating" }, ui.Switch { isOn = true } },
    },
    ui.TableView { border = "single", borderTitle = "Fruit", height = 5, rows = { "apple", "banana", "cherry" } },
    ui.Button {
      title = "Ask",
      action = function()
        local alert = ui.AlertController { title = "Really?", message = "It matters." }
        alert:addAction { title = "No", style = "cancel" }
        alert:addAction { title = "Yes", handler = function() said.text = "answered yes" end }
        self:present(alert)
      end,
    },
    said,
  }
end

local app = ui.Application { identifier = "org.example.words" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Words {} }
  self.window:makeKeyAndVisible()
end

return app
