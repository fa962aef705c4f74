-- A list handles selected rows, but is not a delegate.
-- says:
--   note: delegate-not-set.lua:10: Rows:didSelectRow is never called; no TableView has a delegate: ui.TableView { delegate = self }

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

local Rows = ui.TableView:subclass "Rows"
function Rows:didSelectRow(section, row) end
function Screen:viewDidLoad() self.view:addSubview(Rows { rows = { "a" } }) end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
