-- A command has a key that most terminals send without Shift.
-- says:
--   note: key-with-ctrl-and-shift.lua:12: the key "ctrl+shift+s" of the command "Save as" requires a terminal that distinguishes it from "ctrl+s"; most do not. Choose another key.

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.keyCommands = {
    { title = "Save as", input = "ctrl+shift+s", action = function() end },
  }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
