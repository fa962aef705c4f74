-- A key is missing in decode.
-- launches: 2
-- says:
--   error: screen decodeRestorableState: decode-without-key.lua:16: the key: expected a string, got nothing
--   note: Launch errors: save 2 pinned

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewControllerWithRestorationIdentifierPath(path, coder)
  return Screen {}
end

function Screen:decodeRestorableState(coder)
  self.draft = coder:decode()
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  if self.window then return end
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen } }
  self.window:makeKeyAndVisible()
end

return app
