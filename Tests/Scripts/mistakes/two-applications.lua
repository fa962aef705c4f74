-- An application is created twice.
-- says:
--   error: two-applications.lua:8: an app can have only one ui.Application, and this script has already created it

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }
local other = ui.Application { identifier = "org.example.other" }

return app
