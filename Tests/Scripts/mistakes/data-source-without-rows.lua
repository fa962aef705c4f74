-- A data source does not return the number of rows, although the table is not visible yet.
-- says:
--   error: TableView numberOfRowsInSection: data-source-without-rows.lua:10: the data source of the TableView has no method 'numberOfRowsInSection'

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.results = ui.TableView { dataSource = {} }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
