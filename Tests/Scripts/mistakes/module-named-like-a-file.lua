-- A module is named like a file.
-- says:
--   error: <Screen> viewDidLoad: module-named-like-a-file.lua:10: module 'screens/note.lua' not found; use dots in a module's name: require "screens.note"

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  require "screens/note.lua"
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
