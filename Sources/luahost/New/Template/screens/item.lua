-- One item. Enter saves it; Escape goes back and keeps what was typed as a draft. What is typed comes back by itself after a
-- kill, as the field has an identifier.

local ui = require "luahost"
local items = require "model.items"

---@class ItemScreen : luahost.ViewController
---@field number integer Which item it shows.
---@field isNew? boolean Whether the item was just added: typing replaces its title.
local ItemScreen = ui.ViewController:subclass "ItemScreen"

function ItemScreen:loadView()
  local item = items.find(self.number)
  local shown = item.draft or item
  self.title = "Item " .. self.number
  self.titleField = ui.TextField {
    restorationIdentifier = "title",
    text = shown.title,
    placeholder = "What is to be done",
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

-- The screen was left without saving.
function ItemScreen:viewWillDisappear()
  local item = items.find(self.number)
  if not item or self.isSaved then return end
  local title, isDone = self.titleField.text, self.doneBox.isOn
  local isChanged = title ~= item.title or isDone ~= item.isDone
  item.draft = isChanged and { title = title, isDone = isDone } or nil
  items.save()
end

-- The archive keeps which item it is, and not the item.
function ItemScreen:encodeRestorableState(coder)
  ItemScreen.super.encodeRestorableState(self, coder)
  coder:encode("number", self.number)
end

-- Makes the screen again at the next launch; an item that is gone has none.
function ItemScreen:viewControllerWithRestorationIdentifierPath(path, coder)
  local number = coder:decodeInteger "number"
  if number and items.find(number) then return ItemScreen { number = number } end
end

return ItemScreen
