-- A key command names a method that does not exist.
-- says:
--   note: command-of-no-method.lua:10: the command "Save" names the method 'safe', which does not exist; did you mean 'save'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.keyCommands = { { title = "Save", input = "ctrl+s", action = "safe" } }
end

function Screen:save() end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
