-- Storyboard scene without identifier.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local List = ui.ViewController:subclass "List"
function List:encodeRestorableState(coder) List.super.encodeRestorableState(self, coder) coder:encode("n", self.n) end
function List:decodeRestorableState(coder) List.super.decodeRestorableState(self, coder) self.n = coder:decode "n" end
app.storyboard = ui.Storyboard("Main", { initial = "list", scenes = {
  list = { --! no-identifier
    class = List },
} })
return app
