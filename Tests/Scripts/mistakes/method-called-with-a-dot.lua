-- A method is called with a dot.
-- says:
--   error: <Screen> viewDidLoad: method-called-with-a-dot.lua:10: view: expected a View, got nothing; call a method with a colon: object:addSubview(…)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view.addSubview(ui.Label { text = "Notes" })
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
