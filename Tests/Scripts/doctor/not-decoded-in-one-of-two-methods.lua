-- The restoration method reads the number as a text, and decodeRestorableState as an integer.
local ui = require "luahost"

local Note = ui.ViewController:subclass "Note"
Note.number, Note.name = "1", "Oak"

function Note:encodeRestorableState(coder)
  coder:encode("number", self.number)
  coder:encode("name", self.name)
end

function Note:decodeRestorableState(coder)
  self.number = coder:decodeInteger "number" --! not-decoded
  self.name = coder:decodeInteger "name" or coder:decodeString "name"
end

function Note:viewControllerWithRestorationIdentifierPath(path, coder)
  if coder:decodeString "number" then return Note() end
end

local app = ui.Application { identifier = "org.example.doctor" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Note { restorationIdentifier = "note", restorationClass = Note }
  end
  self.window:makeKeyAndVisible()
end
return app
