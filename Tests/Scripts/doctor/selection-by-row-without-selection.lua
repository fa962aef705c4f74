-- Selection by row without selection.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end

function Screen:numberOfRowsInSection(tableView, section) return 3 end
function Screen:cellForRow(tableView, section, row) return "row " .. row end
function Screen:loadView()
  self.list = ui.TableView { restorationIdentifier = "list", dataSource = self, delegate = self }
  self.view = self.list
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if self.window.rootViewController == nil then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
