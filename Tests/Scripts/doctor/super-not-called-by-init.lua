local ui = require "luahost"
local Base = ui.ViewController:subclass "Base"
local Page = Base:subclass "Page"

function Base:init() self.count = 1 end
function Base:loadView() self.view = ui.Label() end
function Base:viewDidLoad() self.view.text = "count " .. self.count end
function Page:init() self.mode = "list" end --! super-not-called

local app = ui.Application { identifier = "org.example.doctor" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching()
  self.window = ui.Window { rootViewController = Page { restorationIdentifier = "page" } }
end
function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
