-- A command has a key that luahost takes first.
-- says:
--   note: key-of-luahost.lua:12: the key "ctrl+q" of the command "Quote" never reaches the app, as luahost has a command with it: Quit. Choose another key.

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.keyCommands = {
    { title = "Quote", input = "ctrl+q", action = function() end },
  }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
