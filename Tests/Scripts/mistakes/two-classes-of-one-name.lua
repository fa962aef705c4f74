-- Two classes have the same name.
-- says:
--   error: two-classes-of-one-name.lua:7: a class Screen already exists (it was defined at two-classes-of-one-name.lua:6); saved states contain the name, so choose another one

local ui = require "luahost"
local Notes = ui.ViewController:subclass "Screen"
local Detail = ui.ViewController:subclass "Screen"
