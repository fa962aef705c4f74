local ui = require "luahost"
local Page = ui.ViewController:subclass "Page"
local kept = { "name", "count" }

function Page:init() self.name, self.count = "page", 1.5 end
function Page:loadView() self.view = ui.Label { text = "page" } end
function Page:encodeRestorableState(coder)
  for _, key in ipairs(kept) do coder:encode(key, self[key]) end
end
local function read(coder, key)
  if key == "name" then return coder:decodeString(key) end
  return coder:decodeInteger(key) --! not-decoded
end
function Page:decodeRestorableState(coder)
  for _, key in ipairs(kept) do self[key] = read(coder, key) end
end

local app = ui.Application { identifier = "org.example.doctor" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching()
  self.window = ui.Window { rootViewController = Page { restorationIdentifier = "page" } }
end
function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
