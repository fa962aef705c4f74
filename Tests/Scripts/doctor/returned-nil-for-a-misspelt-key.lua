-- A restoration method that returns nil, as it decodes a key that nothing encodes.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local names = { "first", "second" }
local Page = ui.ViewController:subclass "Page"
function Page.new(number)
  if names[number] then return Page { number = number, restorationIdentifier = "page", restorationClass = Page } end
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder)
  return Page.new(coder:decodeInteger "numbr") --! not-encoded
end
function Page:loadView() self.view = ui.TextField { restorationIdentifier = "text" } end
function Page:encodeRestorableState(coder) coder:encode("number", self.number) end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Page.new(2)
  end
  self.window:makeKeyAndVisible()
end
return app
