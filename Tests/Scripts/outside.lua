-- An app that uses other programs: commands, processes, file watches, the terminal.
local ui = require "luahost"
local app = ui.Application { identifier = "org.luahost.outside", version = "1.0" }
local Screen = ui.ViewController:subclass "OutsideScreen"

function Screen:loadView()
  self.said = ui.Label { text = "nothing yet", restorationIdentifier = "said" }
  self.count = ui.Label { text = "0 lines" }
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.view = ui.VStack {
    self.said, self.count, self.field,
    ui.Button { title = "Edit", action = function() self:edit() end },
    ui.Button { title = "Shell", action = function() self:shell() end },
    ui.Button { title = "Run", action = function() self:run() end },
    ui.Button { title = "Wait", action = function() self:wait() end },
    ui.Button { title = "Flood", action = function() self:flood() end },
  }
end

function Screen:viewDidLoad()
  self.keyCommands = {
    { title = "Edit", input = "f2", action = "edit" }, { title = "Shell", input = "f3", action = "shell" },
    { title = "Flood", input = "f4", action = "flood" },
    { title = "Nothing there", input = "f5", action = function() app:runInTerminal { "no-such-editor" } end },
  }
  self.field:becomeFirstResponder()
end

function Screen:say(text) self.said.text = text end

-- The program named by an environment variable.
function Screen:edit()
  local result = app:runInTerminal { os.getenv "EDITOR" or "vi", app.filesDirectory .. "/note" }
  self:say("edited: " .. tostring(result.status) .. " " .. tostring(result.signal))
end

function Screen:shell()
  self:say("shell: " .. app:suspend(function()
    os.execute(os.getenv "SHELL_COMMAND" or "true")
    return "back", 1
  end))
end

function Screen:run()
  self:task(function()
    self:say "running"
    local result = ui.run { "sh", "-c", "echo hello; exit 3" }
    self:say("ran: " .. result.output:gsub("\n", "") .. " " .. result.status)
  end)
end

function Screen:wait()
  self:task(function()
    local result = ui.run { "sleep", "1000", timeout = 10 }
    self:say("waited: " .. tostring(result.signal) .. " " .. tostring(result.timedOut))
  end)
end

function Screen:flood()
  local lines = 0
  ui.Process { "yes", "flood of a test", onLine = function()
    lines = lines + 1
    if lines % 1000 == 0 then self.count.text = lines .. " lines" end
  end }
end

function app:willFinishLaunching() self.window = ui.Window() end
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:viewControllerWithRestorationIdentifierPath() return Screen {} end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "outside" }
  end
  self.window:makeKeyAndVisible()
end
return app
