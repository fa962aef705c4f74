-- Two tabs: circles that a timer moves, and a reminder. Everything is restored: the tab, the positions of the circles, the
-- date and the switch.

local ui = require "luahost"

---------------------------------------------------------------------------------------------------------------------
-- Concentric circles, drawn by the view itself.

---@class hypnonerd.HypnosisView : luahost.View
local HypnosisView = ui.View:subclass "HypnosisView"

function HypnosisView:init()
  self.phase = self.phase or 0
end

function HypnosisView:draw(canvas)
  local width, height = canvas.width, canvas.height
  -- A cell is about twice as high as it is wide.
  local centerX, centerY = width / 2, height / 2
  for y = 0, height - 1 do
    for x = 0, width - 1 do
      local dx, dy = (x - centerX) / 2, y - centerY
      local ring = math.floor(math.sqrt(dx * dx + dy * dy) - self.phase) % 4
      if ring == 0 then canvas:put(x, y, "o", "accent") end
    end
  end
end

---@class hypnonerd.Hypnosis : luahost.ViewController
local Hypnosis = ui.ViewController:subclass "HypnosisViewController"

function Hypnosis:loadView()
  self.circles = HypnosisView()
  self.view = self.circles
end

function Hypnosis:viewWillAppear()
  self.timer = ui.every(0.5, function() self:move() end)
end

function Hypnosis:viewDidDisappear()
  if self.timer then self.timer:cancel() end
  self.timer = nil
end

function Hypnosis:move()
  self.circles.phase = (self.circles.phase + 1) % 4
  self.circles:setNeedsDisplay()
  self:invalidateRestorableState()
end

function Hypnosis:encodeRestorableState(coder)
  Hypnosis.super.encodeRestorableState(self, coder)
  coder:encode("phase", self.circles.phase)
end

function Hypnosis:decodeRestorableState(coder)
  Hypnosis.super.decodeRestorableState(self, coder)
  self.circles.phase = coder:decodeInteger "phase" or 0
end

---------------------------------------------------------------------------------------------------------------------

---@class hypnonerd.Reminder : luahost.ViewController
local Reminder = ui.ViewController:subclass "ReminderViewController"

function Reminder:loadView()
  self.date = ui.TextField { restorationIdentifier = "date", placeholder = "2030-12-31 18:00" }
  self.switch = ui.Switch { restorationIdentifier = "switch" }
  self.status = ui.Label { text = "" }
  self.view = ui.VStack {
    spacing = 1, padding = 1,
    ui.Label { text = "When shall I remind you?" },
    self.date,
    ui.HStack { spacing = 1, ui.Label { text = "Remind me" }, self.switch, ui.Spacer() },
    self.status,
    ui.Spacer(),
  }
  self.date.onChange = function() self:update() end
  self.switch.onChange = function() self:update() end
end

function Reminder:update()
  if self.switch.isOn then
    self.status.text = "Reminder set for " .. self.date.text
  else
    self.status.text = "No reminder"
  end
end

function Reminder:viewWillAppear()
  self:update()
end

function Reminder:encodeRestorableState(coder)
  Reminder.super.encodeRestorableState(self, coder)
  coder:encode("date", self.date.text)
  coder:encode("isOn", self.switch.isOn)
end

function Reminder:decodeRestorableState(coder)
  Reminder.super.decodeRestorableState(self, coder)
  self.date.text = coder:decodeString "date" or ""
  self.switch.isOn = coder:decodeBoolean "isOn" or false
end

---------------------------------------------------------------------------------------------------------------------

---@class hypnonerd.App : luahost.Application
local app = ui.Application { identifier = "org.luahost.hypnonerd", version = "1.0" }

function app:willFinishLaunching(options)
  self.window = ui.Window()
  self.window.rootViewController = ui.TabBarController {
    restorationIdentifier = "tabs",
    viewControllers = {
      Hypnosis { restorationIdentifier = "hypnosis", title = "Hypnotize" },
      Reminder { restorationIdentifier = "reminder", title = "Reminder" },
    },
  }
end

function app:didFinishLaunching(options)
  self.window:makeKeyAndVisible()
end

function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

return app
