-- An app is made twice.
-- says:
--   error: two-applications.lua:8: an app has one ui.Application, and this script has made it already

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }
local other = ui.Application { identifier = "org.example.other" }

return app
