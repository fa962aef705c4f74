-- A screen that asks, with an alert that can be restored and with one that cannot.

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  self.label = ui.Label { text = "nothing yet", restorationIdentifier = "label" }
  self.view = ui.VStack { self.label, ui.Button { title = "Ask", action = function() self:ask() end } }
end

function Screen:ask(options)
  local alert = ui.AlertController {
    restorationIdentifier = not (options and options.isPlain) and "ask" or nil, title = "Rename",
    message = options and options.message or "How is it called?",
    actions = {
      { title = "Cancel", style = "cancel" }, { title = "Rename", handler = options and options.handler },
      { title = "Delete", style = "destructive" },
    },
  }
  alert:addTextField(ui.TextField { placeholder = "name", text = options and options.name, accessibilityIdentifier = "name" })
  alert:addTextField(ui.TextField { placeholder = "code", isSecure = true, inputFilter = "integer", accessibilityIdentifier = "code" })
  self:present(alert, { onResult = "answered" })
end

-- An alert subclass that creates its field and its actions.
local Ask = ui.AlertController:subclass "Ask"

function Ask:init()
  self.title = "A name"
  if not self.isBare then
    self:addTextField(ui.TextField { placeholder = "letters", accessibilityIdentifier = "letters", inputFilter = function(text)
      return not text:find "%d"
    end })
    self:addAction { title = "Use it" }
  end
end

function Screen:askByClass(isBare)
  local alert = Ask { restorationIdentifier = "own", isBare = isBare }
  alert.message = ui.AttributedString { "for ", { "this", style = { bold = true, foreground = "red" } } }
  alert:addAction { title = "Leave", style = "cancel" }
  self:present(alert, { onResult = "answered" })
end

function Screen:askInColours()
  self:present(ui.AlertController {
    restorationIdentifier = "styled", preferredStyle = "actionSheet",
    title = ui.AttributedString { { "Red", style = { foreground = "red" } }, " title" }, message = ui.markdown "**Bold** and *slanted*",
    actions = { { title = "One" }, { title = "Two", style = "destructive" } },
  }, { onResult = "answered" })
end

function Screen:answered(result)
  self.label.text = result.action .. ":" .. table.concat(result.texts, ",")
end

local app = ui.Application { identifier = "org.example.alerts", version = "1" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching()
  self.window = ui.Window()
  screen = Screen { restorationIdentifier = "screen" }
  self.window.rootViewController = screen
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
