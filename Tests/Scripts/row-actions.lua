-- Rows with actions, whose columns or whole width have controls.
local ui = require "luahost"
local Screen = ui.ViewController:subclass "ActionsScreen"

local names = { "alpha", "beta", "gamma" }

function Screen:loadView()
  self.status = ui.Label { text = "ready" }
  local columns = kind == "columns" and { { title = "Name", width = 12 }, { title = "Remove", width = "fill" } } or nil
  self.list = ui.TableView { restorationIdentifier = "list", dataSource = self, delegate = self, columns = columns }
  self.view = ui.VStack { self.status, self.list }
end

function Screen:numberOfRowsInSection() return #names end

function Screen:cellForRow(_, _, row)
  local function note(what) return function() self.status.text = what .. " " .. names[row] end end
  if kind == "columns" then return { names[row], ui.Button { title = "Del", action = note "deleted" } } end
  local wide = ui.Button { title = ("wide "):rep(12), action = note "deleted" }
  return ui.HStack { ui.Label { text = names[row], width = 8 }, wide }
end

function Screen:trailingSwipeActionsForRow(_, _, row)
  local function note(what) return function() self.status.text = what .. " " .. names[row] end end
  return { { title = "Star", handler = note "starred" }, { title = "Pin", handler = note "pinned" } }
end

local app = ui.Application { identifier = "luahost.tests.row-actions" }

function app:willFinishLaunching(options)
  kind = options.kind
  self.window = ui.Window { rootViewController = Screen() }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
