-- Views that are removed, changed outside the tree, and added again in the same turn.
local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  self.switch = ui.Switch { restorationIdentifier = "switch" }
  self.slider = ui.Slider { restorationIdentifier = "slider" }
  self.inner = ui.VStack { self.switch, self.slider }
  self.other = ui.VStack {}
  local function change(title, take, put)
    return ui.Button { title = title, action = function()
      take:removeFromSuperview()
      self.switch.isOn = true
      self.slider.value = 0.25
      put:addSubview(take)
    end }
  end
  self.view = ui.VStack {}
  for _, view in ipairs {
    change("Stack", self.inner, self.view), change("Switch", self.switch, self.inner),
    change("Elsewhere", self.inner, self.other), self.other, self.inner,
  } do self.view:addSubview(view) end
end

local app = ui.Application { identifier = "org.example.moved" }

function app:willFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
end

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

return app
