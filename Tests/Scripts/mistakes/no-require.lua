-- The module is not required.
-- says:
--   error: no-require.lua:5: attempt to index a nil value (global 'ui'); it is missing: local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }

return app
