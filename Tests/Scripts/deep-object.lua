-- A screen that refers to a registered object whose contents no value could have.
local ui = require "luahost"

local model = { encodeRestorableState = function() end, decodeRestorableState = function() end }
local link = model
for _ = 1, 3000 do
  link.next = { show = print }
  link = link.next
end

local Screen = ui.ViewController:subclass "Screen"
function Screen:loadView() self.view = ui.Label { text = "screen" } end
function Screen:encodeRestorableState(coder)
  coder:encode("model", model)
  coder:encode("models", { { model }, model })
end
function Screen:decodeRestorableState(coder)
  local models = coder:decode "models"
  self.isRestored = coder:decode "model" == model and models[1][1] == model and models[2] == model
end

local app = ui.Application { identifier = "org.luahost.deep-object", version = "1" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching()
  self:registerObjectForStateRestoration(model, "model")
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
end

return app
