local ui = require "luahost"
local Page = ui.ViewController:subclass "Page"
local Card = ui.ViewController:subclass "Card"

function Card:loadView() self.view = ui.Label { text = self.title } end
function Card:encodeRestorableState(coder) coder:encode(self.title .. "left", self.left) end --! not-decoded
function Card:decodeRestorableState(coder) self.left = coder:decode "left" end

function Page:init()
  self.cards = {}
  for place, title in ipairs { "eggs", "tea" } do
    self.cards[place] = Card { restorationIdentifier = title, title = title, left = place }
    self:addChild(self.cards[place])
  end
end
function Page:loadView() self.view = ui.VStack { self.cards[1].view, self.cards[2].view } end

local app = ui.Application { identifier = "org.example.doctor" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:willFinishLaunching()
  self.window = ui.Window { rootViewController = Page { restorationIdentifier = "page" } }
end
function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
