-- A callback added to a single object is misspelt.
-- says:
--   note: callback-of-one-object.lua:10: Screen:viewWillDissapear is never called; did you mean 'viewWillDisappear'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.viewWillDissapear = function() print "gone" end
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
