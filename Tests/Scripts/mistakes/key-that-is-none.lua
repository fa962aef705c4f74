-- A key is written in another notation.
-- says:
--   error: <Screen> viewDidLoad: key-that-is-none.lua:10: unknown key "ctrl-s"; a key is one character, or enter, tab, escape, space, backspace, delete, insert, up, down, left, right, home, end, pageup, pagedown, f1 to f12, optionally after ctrl+, alt+ or shift+; did you mean 'ctrl+s'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.keyCommands = { { title = "Save", input = "ctrl-s", action = function() end } }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
