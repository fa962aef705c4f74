-- A data source method has an incomplete name.
-- says:
--   error: TableView numberOfRowsInSection: data-source-cut-short.lua:10: the data source of the TableView has no method 'numberOfRowsInSection', but 'numberOfRows' (data-source-cut-short.lua:10)

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.table = ui.TableView { dataSource = { numberOfRows = function() return 1 end, cellForRow = tostring } }
end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
