-- A property is set with a setter method.
-- says:
--   error: <Screen> viewDidLoad: setter-of-uikit.lua:11: Button has no property 'setTitle'; did you mean 'title'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.view:addSubview(ui.Button { title = "Save" })
  self.view.subviews[1]:setTitle "Keep"
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
