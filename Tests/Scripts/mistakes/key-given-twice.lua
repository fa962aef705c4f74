-- Two commands of one controller have the same key.
-- says:
--   note: key-given-twice.lua:13: the commands "Save" and "Send" have the same key "ctrl+s", which runs only the first. Choose another key for the second.

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.keyCommands = {
    { title = "Save", input = "ctrl+s", action = function() end },
    { title = "Send", input = "Ctrl+S", action = function() end },
  }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
