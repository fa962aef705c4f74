-- A required module does not exist.
-- says:
--   error: module-that-is-not-there.lua:6: module 'screens.note' not found:

local ui = require "luahost"
local Note = require "screens.note"
