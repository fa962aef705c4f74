-- Reads and writes the user's clipboard.
local ui = require "luahost"

local app = ui.Application { identifier = "org.example.clipboard" }

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  self.label = ui.Label { text = "not read" }
  self.view = ui.VStack {
    self.label,
    ui.TextField { restorationIdentifier = "field" },
    ui.Button { title = "Write", action = function() ui.clipboard.write "written" end },
    ui.Button {
      title = "Read",
      action = function()
        self:task(function()
          self.label.text = "read: " .. tostring(ui.clipboard.read())
          self:invalidateRestorableState()
        end)
      end,
    },
  }
end

function Screen:encodeRestorableState(coder)
  Screen.super.encodeRestorableState(self, coder)
  coder:encode("read", self.label.text)
end

function Screen:decodeRestorableState(coder)
  Screen.super.decodeRestorableState(self, coder)
  self.label.text = coder:decode "read"
end

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching()
  self.window = ui.Window {
    rootViewController = Screen { restorationIdentifier = "screen" },
  }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
