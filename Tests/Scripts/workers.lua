-- An app that filters 1,000,000 rows in a worker, while its field takes keys.
local ui = require "luahost"
local app = ui.Application { identifier = "org.luahost.workers", version = "1.0" }
local Screen = ui.ViewController:subclass "WorkersScreen"

-- Runs in the worker: keeps the rows, and answers each text with the numbers of the rows that contain it.
local function filter(count)
  local rows = {}
  for number = 1, count do rows[number] = ("row %d of %d"):format(number, count) end
  worker.progress(1)
  while true do
    local text, found = worker.receive(), {}
    for number, row in ipairs(rows) do
      if row:find(text, 1, true) then found[#found + 1] = number end
      if #found == 1000 then break end
    end
    worker.send { text = text, found = found }
  end
end

function Screen:loadView()
  self.status = ui.Label { text = "loading" }
  self.field = ui.TextField { restorationIdentifier = "field", onChange = function(field) self.worker:send(field.text) end }
  self.table = ui.TableView { restorationIdentifier = "rows" }
  self.view = ui.VStack { self.status, self.field, self.table }
end

function Screen:viewDidLoad()
  self.worker = ui.Worker(filter, 1000000)
  self.worker.onProgress = function() self.status.text = "ready" end
  self.worker.onMessage = function(_, answer)
    self.status.text = ("%d rows contain '%s'"):format(#answer.found, answer.text)
    local rows = {}
    for index, number in ipairs(answer.found) do rows[index] = "row " .. number end
    self.table.rows = rows
  end
end

function app:didFinishLaunching()
  local window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
  window:makeKeyAndVisible()
end

return app
