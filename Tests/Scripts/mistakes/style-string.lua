-- A style is the name of an attribute.
-- says:
--   error: <Screen> viewDidLoad: style-string.lua:10: unknown role "bold"; `luahost doc Role` lists the roles; it is an attribute: { bold = true }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view:addSubview(ui.Label { text = "x", style = "bold" })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
