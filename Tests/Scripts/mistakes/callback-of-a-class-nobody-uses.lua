-- A class that is never instantiated has a misspelt callback.
-- says:
--   note: callback-of-a-class-nobody-uses.lua:11: Detail:viewWillApear is never called; did you mean 'viewWillAppear'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local Detail = ui.ViewController:subclass "Detail"

function Detail:viewWillApear(animated)
  self.title = "Detail"
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
