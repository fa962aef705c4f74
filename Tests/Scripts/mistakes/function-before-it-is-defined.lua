-- A local function is used before its definition.
-- says:
--   error: <Screen> viewDidLoad: function-before-it-is-defined.lua:9: attempt to call a nil value (global 'refresh'); the local 'refresh' is declared later, in line 10; declare it before its use: local refresh

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewDidLoad() refresh() end
local function refresh() end

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
