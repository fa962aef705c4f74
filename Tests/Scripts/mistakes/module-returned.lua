-- The script returns a value other than its application.
-- says:
--   error: module-returned.lua: expected a script that returns ui.Application { identifier = … }; this one returned a table

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }

return ui
