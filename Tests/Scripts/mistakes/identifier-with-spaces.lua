-- The app's identifier contains spaces.
-- says:
--   error: identifier-with-spaces.lua:7: identifier: expected a name like "org.example.app" (letters, digits, '-', '_' and '.'), got "My Notes"

local ui = require "luahost"

local app = ui.Application { identifier = "My Notes" }

return app
