-- A comma is missing.
-- says:
--   error: comma-missing.lua:10: '}' expected near 'frame'; is a comma missing before it?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view:addSubview(ui.Label { text = "x" frame = {} })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
