-- An app for takeovers. It counts keys, shows the count with the number of its process, and saves both, so that each
-- save identifies its writer. Each count is also written to a file with its time at once.

local ui = require "luahost"

local pid = tonumber(io.open("/proc/self/stat"):read "n")
local log = io.open(os.getenv "TAKEOVER_LOG", "a")
log:setvbuf "no"

local function now()
  local file <close> = io.open "/proc/uptime"
  return file:read "n"
end

local app
local Counter = ui.ViewController:subclass "Counter"

function Counter:loadView()
  self.count = self.count or 0
  self.label = ui.Label {}
  self.noise = ui.Label {}
  self.view = ui.VStack { self.label, self.noise }
  self.title = "Counter"
  self:show()
end

function Counter:show() self.label.text = ("live-%d-%d."):format(pid, self.count) end

function Counter:keyPressed(key)
  if key == "a" then
    self.count = self.count + 1
    log:write(("%d %d %.2f\n"):format(pid, self.count, now()))
    self:show()
    self:invalidateRestorableState()
  elseif key == "b" then
    -- A callback that computes for as long as is allowed.
    log:write(("%d busy %.2f\n"):format(pid, now()))
    while true do end
  elseif key == "s" then
    -- A callback that waits outside of Lua.
    log:write(("%d busy %.2f\n"):format(pid, now()))
    os.execute "sleep 10"
  elseif key == "f" then
    -- More output than a terminal that does not read can buffer.
    local line = 0
    ui.every(0.01, function()
      line = line + 1
      self.noise.text = ("%d "):format(line):rep(400)
    end)
  else
    return false
  end
  return true
end

function Counter:encodeRestorableState(coder)
  coder:encode("count", self.count)
  coder:encode("writer", pid)
end

function Counter:decodeRestorableState(coder)
  self.count = coder:decodeInteger "count" or 0
  self:show()
  if os.getenv "TAKEOVER_BUSY" then
    log:write(("%d busy %.2f\n"):format(pid, now()))
    while true do end
  end
end

function Counter:viewControllerWithRestorationIdentifierPath() return Counter {} end

app = ui.Application { identifier = "org.luahost.takeover" }

function app:willFinishLaunching() self.window = ui.Window() end
function app:shouldSaveApplicationState()
  -- With a snapshot of the last save, only the changed cells of the live screen would be written.
  self:ignoreSnapshotOnNextApplicationLaunch()
  return true
end
function app:shouldRestoreApplicationState()
  if os.getenv "TAKEOVER_EXTEND" then
    self:extendStateRestoration()
    log:write(("%d busy %.2f\n"):format(pid, now()))
  end
  return true
end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Counter { restorationIdentifier = "counter", restorationClass = Counter }
  end
  self.window:makeKeyAndVisible()
end

return app
