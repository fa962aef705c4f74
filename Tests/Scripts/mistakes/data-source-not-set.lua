-- A controller has data source methods, but is not a data source.
-- says:
--   note: data-source-not-set.lua:10: Screen:numberOfRowsInSection is never called; no TableView has a data source: ui.TableView { dataSource = self }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView() self.view = ui.TableView {} end
function Screen:numberOfRowsInSection() return 3 end
function Screen:cellForRow(_, _, row) return "Row " .. row end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
