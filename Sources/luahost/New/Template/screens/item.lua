-- One item. What is typed and not saved yet comes back by itself, as the field has an identifier.

local ui = require "luahost"
local items = require "model.items"

---@class ItemScreen : luahost.ViewController
---@field number integer Which item it shows.
local ItemScreen = ui.ViewController:subclass "ItemScreen"

function ItemScreen:loadView()
  local item = items.find(self.number)
  self.title = "Item " .. self.number
  self.titleField = ui.TextField { restorationIdentifier = "title", text = item.title, placeholder = "What is to be done" }
  self.doneBox = ui.Checkbox { restorationIdentifier = "done", title = "Done", isOn = item.isDone }
  self.view = ui.VStack {
    spacing = 1,
    padding = 1,
    self.titleField,
    self.doneBox,
    ui.Button { title = "Save", action = function() self:save() end },
    ui.Spacer(),
  }
end

function ItemScreen:save()
  local item = items.find(self.number)
  item.title = self.titleField.text
  item.isDone = self.doneBox.isOn
  items.save()
  self.navigationController:pop()
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
