-- The app's identifier is misspelt.
-- says:
--   error: identifier-of-the-app-misspelt.lua:7: the application needs an identifier, but has 'identifer': ui.Application { identifier = "org.example.app" }

local ui = require "luahost"

local app = ui.Application { identifer = "org.example.mistake" }

return app
