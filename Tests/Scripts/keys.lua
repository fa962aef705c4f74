-- Two lists side by side with commands, for keys.test.lua.
local ui = require "luahost"

local app = ui.Application { identifier = "org.example.keys" }

local Page = ui.ViewController:subclass "Page"

function Page:viewDidLoad()
  local rows = {}
  for i = 1, 40 do rows[i] = "row " .. i end
  self.view = ui.TableView { accessibilityIdentifier = self.title, rows = rows }
  local commands = {}
  for input, title in pairs(self.commands or {}) do
    commands[#commands + 1] = {
      title = title, input = input, action = function() table.insert(app.done, title) end,
    }
  end
  self.keyCommands = commands
end

local Listening = Page:subclass "Listening"

function Listening:keyPressed(key)
  table.insert(app.done, "pressed " .. key)
  return key == self.taken
end

function app:didFinishLaunching(options)
  self.done = {}
  local Left = options.taken and Listening or Page
  self.window = ui.Window()
  self.window.rootViewController = ui.SplitViewController {
    viewControllers = {
      Left { title = "left", commands = options.left, taken = options.taken },
      Page { title = "right", commands = options.right },
    },
  }
  self.window:makeKeyAndVisible()
end

return app
