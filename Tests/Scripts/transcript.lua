-- Shows a text as a terminal would, for pictures of command output. The file is its first argument.

local ui = require "luahost"

local Transcript = ui.ViewController:subclass "Transcript"

function Transcript:loadView()
  local parts = {}
  for line in io.lines(arg[1]) do
    parts[#parts + 1] = line:find "^%$ " and { line .. "\n", style = { bold = true } } or line .. "\n"
  end
  self.view = ui.VStack { padding = 1, ui.Label { text = ui.AttributedString(parts) }, ui.Spacer() }
end

local app = ui.Application { identifier = "org.luahost.transcript" }
app.showsKeyHints = false

function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = Transcript { restorationIdentifier = "transcript" } }
  self.window:makeKeyAndVisible()
end

function app:shouldSaveApplicationState(coder) return true end

return app
