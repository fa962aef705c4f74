-- A form with a field, a button, and commands of the screen and of the app, for the tests of key hints.
local ui = require "luahost"

local Form = ui.ViewController:subclass "HintsForm"

function Form:loadView()
  self.title = "Form"
  self.toolbarItems = { ui.BarButtonItem { title = "Tool" } }
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.table = ui.TableView { restorationIdentifier = "table", rows = { "one", "two" }, height = 2 }
  self.button = ui.Button { restorationIdentifier = "ask", title = "Ask", action = function() self:ask() end }
  self.view = ui.VStack { self.field, self.button, self.table }
  self.keyCommands = {
    { title = "Save it", input = "ctrl+s", action = function() self.saved = true end },
    { title = "Without a key", action = function() end },
  }
end

function Form:ask()
  local alert = ui.AlertController { title = "Sure?" }
  alert:addAction { title = "Yes", handler = function() end }
  alert:addAction { title = "No", style = "cancel" }
  self:present(alert)
end

function Form:viewControllerWithRestorationIdentifierPath() return Form() end

local app = ui.Application { identifier = "luahost.tests.hints" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:viewControllerWithRestorationIdentifierPath(path)
  if path[#path] == "tabs" then return ui.TabBarController() end
  if path[#path] == "nav" then return ui.NavigationController() end
end
function app:didFinishLaunching()
  self.window = self.window or ui.Window()
  if not self.window.rootViewController then
    local tabs = ui.TabBarController { restorationIdentifier = "tabs" }
    local form = Form { restorationIdentifier = "form", restorationClass = Form }
    local nav = ui.NavigationController { restorationIdentifier = "nav" }
    nav:push(form)
    tabs.viewControllers = { nav }
    self.window.rootViewController = tabs
    self.form = form
  end
  self.keyCommands = { { title = "Sync", input = "f7", action = function() self.synced = true end } }
  self.window:makeKeyAndVisible()
end
return app
