-- One item. Enter saves it; Escape goes back and keeps the typed text as a draft. After a kill the typed text is restored,
-- because the field has a restoration identifier.

local ui = require "luahost"
local items = require "model.items"

---@class ItemScreen : luahost.ViewController
---@field number integer The number of the item.
---@field isNew? boolean Whether the item was just added: typing replaces its title.
local ItemScreen = ui.ViewController:subclass "ItemScreen"

function ItemScreen:loadView()
  local item = items.find(self.number)
  local shown = item.draft or item
  self.title = "Item " .. self.number
  self.titleField = ui.TextField {
    restorationIdentifier = "title",
    text = shown.title,
    placeholder = "Title",
    onSubmit = function() self:save() end,
  }
  self.doneBox = ui.Checkbox { restorationIdentifier = "done", title = "Done", isOn = shown.isDone }
  self.view = ui.VStack {
    spacing = 1,
    padding = 1,
    self.titleField,
    self.doneBox,
    ui.Button { title = "Save", action = function() self:save() end },
    ui.Spacer(),
  }
end

function ItemScreen:viewDidAppear()
  if not self.isNew then return end
  self.isNew = false
  self.titleField:becomeFirstResponder()
  self.titleField.selectedRange = { location = 1, length = utf8.len(self.titleField.text) }
end

function ItemScreen:save()
  local item = items.find(self.number)
  item.title, item.isDone, item.draft = self.titleField.text, self.doneBox.isOn, nil
  items.save()
  self.isSaved = true
  self.navigationController:pop()
end

-- Keeps a draft when the screen is left without saving.
function ItemScreen:viewWillDisappear()
  local item = items.find(self.number)
  if not item or self.isSaved then return end
  local title, isDone = self.titleField.text, self.doneBox.isOn
  local isChanged = title ~= item.title or isDone ~= item.isDone
  item.draft = isChanged and { title = title, isDone = isDone } or nil
  items.save()
end

-- Saves the number of the item, not the item itself.
function ItemScreen:encodeRestorableState(coder)
  ItemScreen.super.encodeRestorableState(self, coder)
  coder:encode("number", self.number)
end

-- Re-creates the screen at the next launch, unless the item was removed.
function ItemScreen:viewControllerWithRestorationIdentifierPath(path, coder)
  local number = coder:decodeInteger "number"
  if number and items.find(number) then return ItemScreen { number = number } end
end

return ItemScreen
