-- The application's own state, whose callbacks fail as the launch options say; and values that a test cannot hold itself.
local ui = require "luahost"

local Page = ui.ViewController:subclass "Page"

function Page:loadView()
  self.view = ui.VStack { ui.DatePicker { restorationIdentifier = "due", date = ui.Date(86400) } }
end

function Page:encodeRestorableState(coder)
  coder:encode("when", ui.Date(5))
  coder:encode("bytes", ui.Data "x\0y")
  coder:encode("title", ui.AttributedString { { "bold", style = { bold = true } } })
  coder:encode("all", { ui.Date(0), { ui.Data "z" } })
end

function Page:viewControllerWithRestorationIdentifierPath() return Page() end

local app = ui.Application { identifier = "org.luahost.own-state", version = "1" }
local count, failing

function app:willFinishLaunching(options)
  failing = options and options.failing
  self.window = ui.Window()
end

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willEncodeRestorableState(coder)
  coder:encode("count", count)
  if failing == "encode" then error "cannot encode" end
  coder:encode("last", "there")
end

function app:didDecodeRestorableState(coder)
  if failing == "decode" then error "cannot decode" end
  count = coder:decode "count"
end

function app:didFinishLaunching()
  if not self.window.rootViewController then
    count = 42
    self.window.rootViewController = Page { restorationIdentifier = "page", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end

function app:count(number)
  if number then
    count = number
    self:invalidateRestorableState()
  end
  return count
end

return app
