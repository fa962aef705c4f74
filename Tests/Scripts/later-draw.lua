-- Views whose `draw` is assigned while they are shown.
local ui = require "luahost"

local Board = ui.View:subclass "LateBoard"
local Named = ui.Label:subclass "LateLabel"
local Lines = ui.TextView:subclass "LateLines"

local app = ui.Application { identifier = "org.luahost.later-draw" }

function app:didFinishLaunching()
  self.board = Board { restorationIdentifier = "board", height = 1, ui.Label { text = "below" } }
  self.label = Named { restorationIdentifier = "label", text = "plain" }
  self.lines = Lines { restorationIdentifier = "lines", height = 3, border = "single", text = ("line\n"):rep(20) }
  self.window = ui.Window {
    rootViewController = ui.ViewController { view = ui.VStack { self.board, self.label, self.lines } },
  }
  self.window:makeKeyAndVisible()
end

return app
