-- Styled text: a page with links, in a label that is given back as it was.
local ui = require "luahost"

local Page = ui.ViewController:subclass "Page"

function Page:viewControllerWithRestorationIdentifierPath() return self() end

function Page:words(count)
  return ui.AttributedString {
    "Chosen ",
    { tostring(count), style = { bold = true } },
    " times: ",
    { "more", action = function(view) self:choose(view, count + 1) end },
    " or ",
    { "none", style = "destructive", action = function(view) self:choose(view, 0) end },
  }
end

function Page:choose(view, count)
  self.count = count
  view.text = self:words(count)
end

function Page:loadView()
  self.count = 0
  self.label = ui.Label { text = self:words(0), restorationIdentifier = "words" }
  self.kept = ui.Label { accessibilityIdentifier = "kept" }
  self.view = ui.VStack {
    ui.Button { title = ui.AttributedString { { "Be", style = { foreground = "red" } }, "fore" } },
    self.label,
    self.kept,
    ui.Button { title = "After" },
  }
end

function Page:encodeRestorableState(coder)
  coder:encode("count", self.count)
  coder:encode("words", self.label.text)
end

function Page:decodeRestorableState(coder)
  self:choose(self.label, coder:decode "count")
  self.kept.text = coder:decode "words" .. "!"
end

local app = ui.Application { identifier = "org.example.text" }
function app:willFinishLaunching() self.window = ui.Window() end
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "page", restorationClass = Page, title = "Text" }
  end
  self.window:makeKeyAndVisible()
end
return app
