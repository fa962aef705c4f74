-- A command is given as one string.
-- says:
--   error: task: command-in-a-string.lua:10: ui.run: expected a table { program, argument, … }, got a string

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  ui.task(function() ui.run "git log" end)
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
