-- The application has no identifier.
-- says:
--   error: no-identifier.lua:7: the application needs an identifier: ui.Application { identifier = "org.example.app" }

local ui = require "luahost"

local app = ui.Application {}

return app
