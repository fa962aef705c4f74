-- A data source that is no controller has no model identifiers.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

local source = {}
function source:numberOfRowsInSection(tableView, section) return 5 end
function source:cellForRow(tableView, section, row) return "row " .. row end
local Screen = ui.ViewController:subclass "Screen"
function Screen:viewControllerWithRestorationIdentifierPath(path, coder) return Screen() end
function Screen:viewDidLoad()
  local list = ui.TableView { restorationIdentifier = "list", dataSource = source } --! selection-by-row
  self.view:addSubview(list)
  list:selectRow(1, 3)
end

function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
