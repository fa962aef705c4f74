-- Opts both false.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:willFinishLaunching() self.window = ui.Window { rootViewController = ui.ViewController { restorationIdentifier = "r" } } end
return app
