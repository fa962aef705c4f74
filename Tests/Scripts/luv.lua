-- Uses luv, whose loop the host runs.
local ui = require "luahost"
local uv = require "luv"

local app = ui.Application { identifier = "org.luahost.luv" }
local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  self.label = ui.Label { text = "ready", accessibilityIdentifier = "label" }
  self.view = self.label
end

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  self.window:makeKeyAndVisible()
  screen = self.window.rootViewController
end

_G.uv, _G.ui = uv, ui
function show(text) screen.label.text = text end

return app
