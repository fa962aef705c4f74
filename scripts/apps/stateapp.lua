-- Two tabs, and a third screen behind the second: the classic tutorial of state restoration.
--
-- The storyboard creates everything except the third screen, which is created in code and is its own restoration class.
-- stateapp.test.lua removes the steps one by one, and shows the effect of each.

local ui = require "luahost"

---@class stateapp.First : luahost.ViewController
local First = ui.ViewController:subclass "FirstViewController"

function First:loadView()
  self.view = ui.VStack { spacing = 1, padding = 1, ui.Label { text = "This is the first screen." }, ui.Spacer() }
end

---@class stateapp.Third : luahost.ViewController
local Third = ui.ViewController:subclass "ThirdViewController"

function Third:init()
  self.title = "Third"
end

function Third:loadView()
  self.view = ui.VStack { spacing = 1, padding = 1, ui.Label { text = "Third screen, made in code." }, ui.Spacer() }
end

function Third:viewControllerWithRestorationIdentifierPath(path, coder)
  return Third()
end

---@class stateapp.Second : luahost.ViewController
local Second = ui.ViewController:subclass "SecondViewController"

function Second:loadView()
  self.textView = ui.TextView { placeholder = "Write something" }
  self.view = ui.VStack {
    spacing = 1, padding = 1,
    self.textView,
    ui.Button { title = "Press Me", action = function() self:pressMe() end },
  }
end

function Second:pressMe()
  local third = Third { restorationIdentifier = "thirdViewController" }
  third.restorationClass = Third
  self.navigationController:push(third)
end

function Second:encodeRestorableState(coder)
  Second.super.encodeRestorableState(self, coder)
  coder:encode("UnsavedText", self.textView.text)
  coder:encode("Cursor", self.textView.selectedRange)
  coder:encode("Direction", self.textView.selectionDirection)
end

function Second:decodeRestorableState(coder)
  Second.super.decodeRestorableState(self, coder)
  self.textView.text = coder:decode "UnsavedText" or ""
  self.textView.selectedRange = coder:decode "Cursor" or { location = 0, length = 0 }
  self.textView.selectionDirection = coder:decode "Direction" or "forward"
end

local main = ui.Storyboard("Main", {
  initial = "tabs",
  scenes = {
    tabs = { class = ui.TabBarController, restorationIdentifier = "tabController1", children = { "first", "nav" } },
    first = { class = First, restorationIdentifier = "viewController1", title = "First" },
    nav = { class = ui.NavigationController, restorationIdentifier = "navController1", children = { "second" } },
    second = { class = Second, restorationIdentifier = "viewController2", title = "Second" },
  },
})

---@class stateapp.App : luahost.Application
local app = ui.Application { identifier = "org.luahost.stateapp", version = "1.0" }
app.storyboard = main

function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

return app
