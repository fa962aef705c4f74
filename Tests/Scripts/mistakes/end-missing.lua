-- An `end` is missing.
-- says:
--   error: end-missing.lua:15: 'end' expected (to close 'function' at line 9) near <eof>

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  if not self.window then
    self.window = ui.Window()
end

return app
