-- A table's columns are strings.
-- says:
--   error: <Screen> viewDidLoad: columns-of-strings.lua:10: columns: item 1: expected a table { title =, width =, … }, got a string

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view:addSubview(ui.TableView { columns = { "Name", "Size" } })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
