-- An app whose rows come from a command, which a trial run refuses.
local ui = require "luahost"

local Screen = ui.ViewController:subclass "FetchedScreen"

function Screen:loadView()
  self.rows = {}
  self.table = ui.TableView { restorationIdentifier = "rows", dataSource = self, emptyText = "Reading" }
  self.view = self.table
end

function Screen:viewDidLoad()
  self:task(function()
    for line in ui.run({ "seq", "9" }).output:gmatch "%d+" do table.insert(self.rows, "row " .. line) end
    self.table:reloadData()
  end)
end

function Screen:numberOfRowsInSection() return #self.rows end
function Screen:cellForRow(_, _, row) return self.rows[row] end
function Screen:modelIdentifierForElement(_, _, row) return self.rows[row] end

function Screen:indexPathForElement(_, text)
  for row, known in ipairs(self.rows) do
    if known == text then return 1, row end
  end
end

local app = ui.Application { identifier = "org.luahost.fetched", version = "1.0" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching()
  self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
