-- Should save without should restore, sandbox.
-- options: --sandbox
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
app.shouldSaveApplicationState = function(self, coder) return true end --! save-without-restore
function app:willFinishLaunching() self.window = ui.Window { rootViewController = ui.ViewController { restorationIdentifier = "r" } } end
return app
