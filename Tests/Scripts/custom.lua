-- A custom view with keys, mouse and state; a screen with key commands; an alert with a field.
local ui = require "luahost"

local Board = ui.View:subclass "Board"

function Board:init()
  self.x, self.y, self.marks = self.x or 0, self.y or 0, {}
end

function Board:draw(canvas)
  canvas:box(0, 0, canvas.width, canvas.height, "rounded", self.isFirstResponder and "focusedBorder" or "border")
  for _, mark in ipairs(self.marks) do canvas:put(mark[1] + 1, mark[2] + 1, "x") end
  canvas:put(self.x + 1, self.y + 1, "@", self.isFirstResponder and "focused" or nil)
end

local steps = { left = { -1, 0 }, right = { 1, 0 }, up = { 0, -1 }, down = { 0, 1 } }

function Board:keyPressed(key)
  local step = steps[key]
  if step then
    self.x, self.y = self.x + step[1], self.y + step[2]
  elseif key == "space" then
    table.insert(self.marks, { self.x, self.y })
  elseif key == "e" then
    error "on purpose"
  else
    return false
  end
  self:setNeedsDisplay()
  return true
end

function Board:mouseEvent(event)
  if event.type ~= "press" then return false end
  self.x, self.y = event.x - 1, event.y - 1
  self:setNeedsDisplay()
  return true
end

function Board:pasted(text)
  if text:find "[^x\n]" then return false end
  local row = self.y
  for line in text:gmatch "[^\n]+" do
    for column = 0, #line - 1 do table.insert(self.marks, { self.x + column, row }) end
    row = row + 1
  end
  self:setNeedsDisplay()
  return true
end

function Board:encodeRestorableState(coder) coder:encode("place", { self.x, self.y, self.marks }) end
function Board:decodeRestorableState(coder)
  self.x, self.y, self.marks = table.unpack(coder:decodeTable "place")
end

local Screen = ui.ViewController:subclass "Screen"

function Screen:viewControllerWithRestorationIdentifierPath() return self() end

function Screen:loadView()
  self.board = Board { restorationIdentifier = "board", canBecomeFirstResponder = true, height = 6, width = 20 }
  self.said = ui.Label { text = "nothing said" }
  self.view = ui.VStack { alignment = "leading", self.board, self.said }
end

function Screen:keyPressed(key)
  if key ~= "f2" then return end
  local alert = ui.AlertController { title = "Your name?" }
  local field = ui.TextField { placeholder = "Name" }
  alert:addTextField(field)
  alert:addAction { title = "OK", handler = function() self.said.text = "hello " .. field.text end }
  alert:addAction { title = "Cancel", style = "cancel" }
  self:present(alert)
  return true
end

local app = ui.Application { identifier = "org.luahost.custom" }
function app:willFinishLaunching() self.window = ui.Window() end
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
  end
  self.window:makeKeyAndVisible()
end
return app
