-- A list whose rows and texts load when the test says so, and a screen of views without identifiers.

local ui = require "luahost"

local List = ui.ViewController:subclass "List"

function List:loadView()
  self.rows = {}
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.password = ui.TextField { restorationIdentifier = "password", isSecure = true }
  self.later = ui.TextField { restorationIdentifier = "later", accessibilityIdentifier = "later" }
  self.table = ui.TableView { restorationIdentifier = "table", allowsMultipleSelection = true, dataSource = self }
  self.view = ui.VStack {
    self.field, self.password, self.later,
    ui.HStack { ui.Button { title = "Left" }, ui.Button { title = "Right" } },
    self.table,
  }
  self.navigationItem.rightBarButtonItem = ui.BarButtonItem { title = "Add" }
end

function List:numberOfRowsInSection() return #self.rows end
function List:cellForRow(_, _, row) return self.rows[row] end
function List:modelIdentifierForElement(_, _, row) return self.rows[row] end
function List:indexPathForElement(_, name)
  for row, other in ipairs(self.rows) do
    if other == name then return 1, row end
  end
end

-- Rows up to a number, latest item first.
function List:come(count)
  self.rows = {}
  for row = 1, count do self.rows[row] = "item " .. row end
  self.table:reloadData()
end

function List:decodeRestorableState()
  if setsInDecode then self.field.text = setsInDecode end
end

local Plain = ui.ViewController:subclass "Plain"

function Plain:loadView()
  self.view = ui.VStack { ui.Button { title = "One" }, ui.Button { title = "Two" } }
end

local app = ui.Application { identifier = "org.example.places", version = "1.0" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  setsInDecode = options and options.setsInDecode
  self.window = ui.Window()
  list = List { restorationIdentifier = "list", title = "List" }
  nav = ui.NavigationController { restorationIdentifier = "nav", viewControllers = { list }, title = "Lists" }
  other = Plain { restorationIdentifier = "other", title = "Other" }
  self.window.rootViewController = ui.TabBarController { restorationIdentifier = "tabs", viewControllers = { nav, other } }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
