-- A callback has its Objective-C name.
-- says:
--   note: callback-of-uikit.lua:9: Screen:encodeRestorableStateWithCoder is never called; did you mean 'encodeRestorableState'?

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:encodeRestorableStateWithCoder(coder)
  coder:encode("draft", "…")
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
