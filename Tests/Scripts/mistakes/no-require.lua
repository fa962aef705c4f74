-- The module is not required.
-- says:
--   error: no-require.lua:5: attempt to index a nil value (global 'ui'); add this line: local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }

return app
