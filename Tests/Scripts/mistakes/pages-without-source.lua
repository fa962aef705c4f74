-- The data source of a page view controller has no methods.
-- says:
--   note: pages-without-source.lua:10: the data source of the PageViewController has neither a method 'viewControllerBefore' nor 'viewControllerAfter'

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad()
  self.pages = ui.PageViewController { dataSource = self }
end

function Screen:pageBefore() end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
