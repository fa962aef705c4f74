-- Two classes have one name.
-- says:
--   error: two-classes-of-one-name.lua:7: there is a class Screen already, it was made at two-classes-of-one-name.lua:6; archives record the name, so give this one another

local ui = require "luahost"
local Notes = ui.ViewController:subclass "Screen"
local Detail = ui.ViewController:subclass "Screen"
