local ui = require "luahost"
local Base = ui.ViewController:subclass "Base"
local Page = Base:subclass "Page"

function Base:init() self.values = { a = 1, b = 2 } end
function Base:loadView() self.view = ui.Label { text = "page" } end
function Base:encodeRestorableState(coder)
  for key, value in pairs(self.values) do coder:encode("own:" .. key, value) end
end
function Base:decodeRestorableState(coder)
  for _, key in ipairs(coder:keys()) do
    if key:sub(1, 4) == "own:" then self.values[key:sub(5)] = coder:decode(key) end
  end
end

function Page:encodeRestorableState(coder)
  Page.super.encodeRestorableState(self, coder)
  coder:encode("mode", self.mode)
end
function Page:decodeRestorableState(coder) self.mode = coder:decodeString "mode" end --! super-not-called

local app = ui.Application { identifier = "org.example.doctor" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching()
  self.window = ui.Window { rootViewController = Page { restorationIdentifier = "page" } }
end
function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
