-- Styled text: a page with links, in a label that returns it unchanged.
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

-- A log that is appended to, and a form.
local Log = ui.ViewController:subclass "Log"

function Log:viewControllerWithRestorationIdentifierPath() return self() end

function Log:loadView()
  self.log = ui.TextView { isEditable = false, restorationIdentifier = "log", maximumLines = 60 }
  self.view = self.log
end

function Log:add(count)
  for _ = 1, count do
    self.count = (self.count or 0) + 1
    self.log:append(ui.AttributedString { { tostring(self.count), style = "accent" }, " entry\n" })
  end
end

function Log:encodeRestorableState(coder) coder:encode("count", self.count) end
function Log:decodeRestorableState(coder) self:add(coder:decode "count" or 0) end

-- A long text that is edited.
local Book = ui.ViewController:subclass "Book"

function Book:viewControllerWithRestorationIdentifierPath() return self() end

function Book:loadView()
  self.text = ui.TextView { restorationIdentifier = "book", text = ("a line of a book\n"):rep(2000) }
  self.view = self.text
end

local Form = ui.ViewController:subclass "Form"

function Form:viewControllerWithRestorationIdentifierPath() return self() end

function Form:loadView()
  self.name = ui.TextField {
    restorationIdentifier = "name",
    validate = function(text)
      if #text >= 3 then return true end
      return nil, "at least three letters"
    end,
  }
  self.age = ui.TextField { restorationIdentifier = "age", inputFilter = "integer" }
  self.code = ui.TextField {
    restorationIdentifier = "code",
    inputFilter = function(text) return #text <= 4 and not text:find "%s" end,
  }
  self.secret = ui.TextField {
    restorationIdentifier = "secret", isSecure = true,
    validate = function(text) return #text > 7 or nil, "too short" end,
  }
  self.view = ui.VStack { self.name, self.age, self.code, self.secret }
end

-- A document in a pager.
local Document = ui.ViewController:subclass "Document"

function Document:viewControllerWithRestorationIdentifierPath() return self() end

local markdown = [[
# Manual

- one [first](one.md)
- two

| key | what |
|-----|------|
| j   | down |
]] .. ("\nA paragraph of some words that wraps.\n"):rep(20) .. "\nThe [last](last.md) one."

function Document:loadView()
  self.at = ui.Label { text = "nowhere" }
  self.page = ui.TextView { isEditable = false, restorationIdentifier = "page" }
  self.page.text = ui.markdown(markdown, { onLink = function(_, address) self.at.text = address end })
  self.view = ui.VStack { self.at, self.page }
end

local app = ui.Application { identifier = "org.example.text" }
function app:willFinishLaunching() self.window = ui.Window() end
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    local Screen = ({ log = Log, form = Form, book = Book, document = Document })[options and options.screen] or Page
    self.window.rootViewController = Screen { restorationIdentifier = "page", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
