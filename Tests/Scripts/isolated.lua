-- What isolated.test.lua launches.
local ui = require "luahost"

local Screen = ui.ViewController:subclass "IsolatedScreen"

function Screen:loadView()
  self.label = ui.Label { accessibilityIdentifier = "label", text = "ready" }
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.view = ui.VStack {
    self.label,
    self.field,
    ui.Button { title = "Fail", action = function() error "button failed" end },
    ui.Button { title = "Print", action = function() print "printed" end },
    ui.Button { title = "Edit", action = function() self:edit() end },
  }
end

function Screen:edit()
  local ok, result = pcall(app.runInTerminal, app, { "vi", "note", cwd = "/" })
  self.label.text = ok and ("edited: %s %s"):format(result.status, result.signal) or "not edited: " .. tostring(result)
end

function Screen:add(a, b) return a + b, self end

function Screen:viewControllerWithRestorationIdentifierPath() return Screen() end

app = ui.Application { identifier = "org.example.isolated" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  launchOptions = options
  self.window = ui.Window()
end

function app:didFinishLaunching()
  local window = self.window
  window.rootViewController = window.rootViewController
    or Screen { restorationIdentifier = "screen", restorationClass = Screen }
  window:makeKeyAndVisible()
  screen = window.rootViewController
end

-- The process that runs this script.
function processNumber()
  local file <close> = assert(io.open "/proc/self/stat")
  return math.tointeger(file:read "n")
end

_G.ui = ui
return app
