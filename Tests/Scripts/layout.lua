-- An app with an empty screen, for tests of layout.
local ui = require "luahost"
local app = ui.Application { identifier = "luahost.tests.layout" }
local Screen = ui.ViewController:subclass "LayoutScreen"
local Plain = ui.View:subclass "LayoutPlain"
function Plain:draw(canvas)
  for y = 0, canvas.height - 1 do canvas:put(0, y, ("#"):rep(canvas.width)) end
end
local Chart = ui.View:subclass "LayoutChart"
function Chart:draw(canvas) canvas:put(0, 0, "chart") end
function Chart:accessibilityElements()
  return {
    { label = "Sales", value = "12", frame = { x = 0, y = 0, width = 3, height = 1 }, action = function(chart) chart.used = "sales" end },
    { role = "header", label = "Costs" },
  }
end
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:viewControllerWithRestorationIdentifierPath() return Screen {} end
function app:show(make)
  app.make = make
  self.window.rootViewController = Screen { restorationIdentifier = "screen" }
end
function Screen:loadView()
  local kind = app.kind
  if kind == "tall" then
    local inner = ui.VStack { }
    for i = 1, 30 do
      inner:addSubview(ui.TextField { restorationIdentifier = "f" .. i, text = "text " .. i })
    end
    self.view = ui.ScrollView { restorationIdentifier = "scroll", inner }
  else
    self.view = app.make and app.make(ui, { Plain = Plain, Chart = Chart }) or ui.View { }
  end
end
function app:willFinishLaunching(options) self.kind = options and options.kind end
function app:didFinishLaunching()
  self.window = self.window or ui.Window()
  self.showsKeyHints = false
  if not self.window.rootViewController then self:show(nil) end
  self.window:makeKeyAndVisible()
end
return app
