-- A cell is a list, but the table has no columns.
-- says:
--   error: TableView cellForRow: cell-list-without-columns.lua:10: cellForRow returned a list, with a cell for each column, but there are no columns: set columns, or return { text = … }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:numberOfRowsInSection() return 1 end
function Screen:cellForRow() return { "a", "b" } end
function Screen:viewDidLoad() self.view:addSubview(ui.TableView { dataSource = self }) end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
