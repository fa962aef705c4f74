-- Picks one of its arguments below the prompt, without the alternate screen, and prints it:
--
--     luahost pick.lua -- apple pear plum
--
-- The rows that it used stay above the next prompt, with the choice.

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.pick", inline = 8 }

local Pick = ui.ViewController:subclass "PickViewController"

function Pick:loadView()
  self.filter = ui.TextField { restorationIdentifier = "filter", placeholder = "Filter" }
  self.list = ui.TableView { restorationIdentifier = "list" }
  self.list.delegate = self
  self.filter.onChange = function() self:showMatches() end
  self.filter.onSubmit = function() self:choose(1) end
  self.view = ui.VStack { self.filter, self.list }
end

function Pick:viewDidLoad() self:showMatches() end

-- The filter has its text now.
function Pick:applicationFinishedRestoringState() self:showMatches() end

function Pick:showMatches()
  self.matches = {}
  for _, item in ipairs(app.items) do
    if item:lower():find(self.filter.text:lower(), 1, true) then table.insert(self.matches, item) end
  end
  self.list.rows = self.matches
end

function Pick:didSelectRow(_, _, row) self:choose(row) end

function Pick:choose(row)
  if not self.matches[row] then return end
  app.chosen = self.matches[row]
  -- The app is about to exit. The next run begins without a filter, as the last screen has no identifier.
  app.forgets = { "pick", "<ViewController>" }
  app.window.rootViewController = ui.ViewController { view = ui.Label { text = "Picked " .. app.chosen .. "." } }
  -- The frame with the choice is drawn first.
  ui.after(0.05, function() os.exit(0) end)
end

function Pick:viewControllerWithRestorationIdentifierPath()
  return Pick()
end

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  self.items = options and options.items or { table.unpack(arg or {}) }
  self.window = ui.Window()
end

function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Pick { restorationIdentifier = "pick", restorationClass = Pick }
  end
  self.window:makeKeyAndVisible()
end

function app:willTerminate()
  if self.chosen then print(self.chosen) end
end

return app
