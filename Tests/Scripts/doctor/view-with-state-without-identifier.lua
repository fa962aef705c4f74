local ui = require "luahost"
local Page = ui.ViewController:subclass "Page"
local Board = ui.View:subclass "Board"

function Board:init() self.marks = "x" end
function Board:draw(canvas) canvas:put(1, 1, self.marks) end
function Board:encodeRestorableState(coder) coder:encode("marks", self.marks) end
function Board:decodeRestorableState(coder) self.marks = coder:decodeString "marks" end

function Page:loadView()
  self.view = ui.VStack {
    Board { height = 3 }, --! no-identifier
    Board { restorationIdentifier = "board", height = 3 },
  }
end

local app = ui.Application { identifier = "org.example.doctor" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching()
  self.window = ui.Window { rootViewController = Page { restorationIdentifier = "page" } }
end
function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
