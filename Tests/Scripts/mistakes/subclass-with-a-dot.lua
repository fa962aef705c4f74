-- A subclass is created with a dot.
-- says:
--   error: subclass-with-a-dot.lua:6: subclass: expected a class as self, got a string; call it as Class:subclass "Name"

local ui = require "luahost"
local Screen = ui.ViewController.subclass "Screen"
