-- onResult names a method that does not exist.
-- says:
--   error: <Screen> viewDidAppear: result-of-no-method.lua:10: onResult: Screen has no method 'pickedColour'; did you mean 'pickedColor'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidAppear()
  self:present(ui.ViewController {}, { onResult = "pickedColour" })
end

function Screen:pickedColor(color) self.color = color end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
