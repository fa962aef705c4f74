-- The script returns something else than its app.
-- says:
--   error: module-returned.lua: an app's script makes ui.Application { identifier = … } and returns it; this one returned a table

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }

return ui
