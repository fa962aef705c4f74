-- Custom views with accessibility.
local ui = require "luahost"
local app

---@class own.Chart : luahost.View
---@field isUsed boolean
local Chart = ui.View:subclass "OwnChart"
function Chart:draw(canvas) canvas:put(0, 0, "chart") end
function Chart:accessibilityElements()
  return {
    { role = "header", label = "Costs" },
    { label = "Sales", value = self.isUsed and "used" or "12", action = function(chart) chart.isUsed = true app:notify "Saved" end },
  }
end
local Map = ui.View:subclass "OwnMap"
function Map:draw(canvas) canvas:put(0, 0, "map") end

app = ui.Application { identifier = "luahost.tests.own" }
function app:didFinishLaunching()
  self.window = ui.Window()
  local screen = ui.ViewController()
  screen.view = ui.VStack { Chart(), Map { accessibilityLabel = "Map", accessibilityValue = "north" } }
  self.window.rootViewController = screen
  self.window:makeKeyAndVisible()
end
return app
