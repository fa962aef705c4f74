-- Errors that repeat without user input.
local ui = require "luahost"
local Broken = ui.View:subclass "Broken"
function Broken:draw() error "cannot draw" end
local rows = { numberOfRowsInSection = function() return 3 end, cellForRow = function() error "no row" end }
local app = ui.Application { identifier = "org.luahost.failing" }
function app:didFinishLaunching()
  local said = ui.Label { text = "fine" }
  self.window = ui.Window {
    rootViewController = ui.ViewController {
      view = ui.VStack {
        Broken { height = 1 }, ui.TableView { height = 3, dataSource = rows },
        ui.Button { title = "Go on", action = function() said.text = "went on" end }, said,
      },
    },
  }
  self.window:makeKeyAndVisible()
  ui.every(0.05, function() error "cannot tick" end)
end
return app
