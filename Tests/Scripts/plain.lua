-- Fields with filters, and texts with newlines, for --plain.
local ui = require "luahost"

local app = ui.Application { identifier = "org.example.plain" }

function app:numberOfRowsInSection() return 1 end
function app:cellForRow() return { text = "new\nline", detail = "a\r\nb" } end

function app:willFinishLaunching()
  local page = ui.ViewController()
  page.view = ui.VStack {
    ui.TextField { accessibilityLabel = "Price", inputFilter = "number" },
    ui.TextField { accessibilityLabel = "Count", inputFilter = "integer" },
    ui.TextField { accessibilityLabel = "Answer", inputFilter = function(text) return ("yes"):find(text, 1, true) == 1 end },
    ui.VStack {
      borderTitle = "Two\nparts", border = "single",
      ui.TextView { accessibilityLabel = "Notes", text = "first\n2. Pay, button", height = 2 },
      ui.TableView { dataSource = self, height = 1 },
    },
    ui.Button { title = "Save\nall" },
    ui.Label { text = "some\ntext" },
  }
  self.window = ui.Window { rootViewController = page }
  self.window:makeKeyAndVisible()
end

return app
