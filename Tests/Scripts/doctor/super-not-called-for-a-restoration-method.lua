local ui = require "luahost"
local Base = ui.ViewController:subclass "Base"
local Page = Base:subclass "Page"

function Base:loadView() self.view = ui.Label { text = self.document } end
function Base:encodeRestorableState(coder) coder:encode("document", self.document) end
function Page:encodeRestorableState(coder) coder:encode("mode", "list") end --! super-not-called
function Page:decodeRestorableState(coder) self.mode = coder:decodeString "mode" end
function Page:viewControllerWithRestorationIdentifierPath(path, coder)
  local document = coder:decodeString "document"
  return document and Page { document = document }
end

local app = ui.Application { identifier = "org.example.doctor" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching()
  self.window = ui.Window { rootViewController = ui.NavigationController {
    restorationIdentifier = "nav",
    viewControllers = {
      ui.ViewController { restorationIdentifier = "first" },
      Page { restorationIdentifier = "page", restorationClass = Page, document = "one" },
    },
  } }
end
function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
