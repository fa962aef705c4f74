-- A table whose rows come in four pages, below a field.
local ui = require "luahost"

local Screen = ui.ViewController:subclass "PagesScreen"

function Screen:loadView()
  self.rows = {}
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.table = ui.TableView { restorationIdentifier = "table", dataSource = self }
  self.view = ui.VStack { self.field, self.table }
end

function Screen:viewDidLoad()
  self:task(function()
    for _ = 1, 4 do
      ui.sleep(1)
      for _ = 1, 50 do self.rows[#self.rows + 1] = #self.rows + 1 end
      self.table:reloadData()
    end
  end)
end

function Screen:numberOfRowsInSection() return #self.rows end
function Screen:cellForRow(_, _, row) return "row " .. self.rows[row] end
function Screen:modelIdentifierForElement(_, _, row) return self.rows[row] end
function Screen:indexPathForElement(_, number) if number <= #self.rows then return 1, number end end

local app = ui.Application { identifier = "luahost.tests.pages" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching()
  self.window = ui.Window()
  self.window.rootViewController = Screen { restorationIdentifier = "screen" }
end
function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
