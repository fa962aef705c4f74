-- A controller encodes state, but has no identifier.
-- says:
--   note: state-without-identifier.lua:17: this Screen has no restorationIdentifier, so its encodeRestorableState (state-without-identifier.lua:9) is never called; give it one: Screen { restorationIdentifier = … }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:encodeRestorableState(coder)
  Screen.super.encodeRestorableState(self, coder)
  coder:encode("draft", "…")
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
