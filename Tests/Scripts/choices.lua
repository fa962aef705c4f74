-- Choices and charts that save what they show, even if the items come later.
local ui = require "luahost"

local Page = ui.ViewController:subclass "Page"

function Page:loadView()
  self.changes = 0
  local function changed() self.changes = self.changes + 1 end
  self.size = ui.PopUpButton { restorationIdentifier = "size", items = { "Small", "Medium", "Large" }, onChange = changed }
  self.color = ui.RadioGroup { restorationIdentifier = "color", items = { "Red", "Green", "Blue" }, onChange = changed }
  self.late = ui.PopUpButton { restorationIdentifier = "late", onChange = changed }
  self.daysOff = ui.ToggleGroup { restorationIdentifier = "daysOff", items = { "Mon", "Tue", "Wed" }, onChange = changed }
  self.load = ui.Gauge { restorationIdentifier = "load", title = "Load" }
  self.course = ui.Sparkline { restorationIdentifier = "course", maximumCount = 3 }
  self.days = ui.BarChart { restorationIdentifier = "days" }
  self.view = ui.VStack { self.size, self.color, self.late, self.daysOff, self.load, self.course, self.days }
end

function Page:fill() self.late.items = { "One", "Two", "Three" } end

app = ui.Application { identifier = "org.luahost.test.choices", version = "1.0" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching()
  self.window = ui.Window()
  self.window.rootViewController = Page { restorationIdentifier = "page" }
end
function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
