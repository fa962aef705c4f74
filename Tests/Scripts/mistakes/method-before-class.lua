-- A method is defined before its class.
-- says:
--   error: method-before-class.lua:9: attempt to index a nil value (global 'Detail'); the local 'Detail' is declared later, in line 10; declare it before its use: local Detail

local ui = require "luahost"

local Screen = ui.ViewController:subclass "Screen"

function Detail:viewDidLoad() end
local Detail = ui.ViewController:subclass "Detail"

local app = ui.Application { identifier = "org.example.mistake" }

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
  self.window:makeKeyAndVisible()
end

return app
