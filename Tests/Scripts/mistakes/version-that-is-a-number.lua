-- The version is a number.
-- says:
--   error: version-that-is-a-number.lua:7: version: expected a string, got a float

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake", version = 1.0 }

return app
