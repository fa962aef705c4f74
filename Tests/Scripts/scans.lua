-- A long list or text, in which a search takes many turns.

local ui = require "luahost"

local count = 30000

local Screen = ui.ViewController:subclass "Screen"

function Screen:loadView()
  if kind == "pager" then
    local text = ("nothing here\n"):rep(count)
    self.view = ui.TextView { restorationIdentifier = "list", isEditable = false, text = "a needle\n" .. text .. "the needle, at last" }
    return
  end
  self.table = ui.TableView { restorationIdentifier = "list", dataSource = {
    numberOfRowsInSection = function() return isEmpty and 0 or count end,
    cellForRow = function(_, _, _, row)
      return row == count and "the needle, at last" or row == 1 and "a needle" or "nothing here"
    end,
  } }
  self.view = self.table
end

local app = ui.Application { identifier = "org.example.scans", version = "1", showsKeyHints = false }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  kind, isEmpty = options.kind, options.isEmpty
  self.window = ui.Window()
  screen = Screen { restorationIdentifier = "screen" }
  self.window.rootViewController = screen
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
