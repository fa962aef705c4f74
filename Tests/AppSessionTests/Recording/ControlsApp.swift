/// An app with all controls, with and without identifiers, and with repeated titles. Its first line notes what has
/// changed, each time.
enum ControlsApp {
  static let size = (columns: 100, rows: 32)

  static let source = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.form" }
    local Form = ui.ViewController:subclass "Form"

    local function tree(names)
      local source = {}
      function source:numberOfChildrenOfItem(_, item) return item == nil and #names or item:find "/" and 0 or 2 end
      function source:childOfItem(_, index, item) return item == nil and names[index] or item .. "/" .. index end
      function source:isItemExpandable(_, item) return not item:find "/" end
      function source:cellForItem(_, item) return (item:gsub("%d", "")) end
      function source:persistentObjectForItem(_, item) return item end
      function source:itemForPersistentObject(_, object) return object end
      return source
    end

    function Form:loadView()
      self.title = "Form"
      self.log = ui.Label { text = "" }
      local function log(text) self.log.text = (self.log.text .. " " .. text):sub(-95) end
      local function note(word, property)
        return function(view)
          local value = property and view[property] or ""
          if type(value) == "table" then value = table.concat(value, "-") end
          if property == "date" then value = math.floor(value.timeIntervalSince1970 / 60) end
          log(word .. " " .. tostring(value))
        end
      end
      local function button(title, word) return ui.Button { title = title, action = note(word) } end
      self.source = tree { "Fruit", "Bread", "Fruit2" }
      self.otherSource = tree { "Bread" }
      self.cells = {
        numberOfRowsInSection = function() return 3 end,
        cellForRow = function(_, _, _, row) return { "a" .. row, row == 3 and "b2" or "b" .. row } end,
        didSelectCell = function(_, _, _, row, column) log("cell " .. row .. " " .. column) end,
      }
      local outline = ui.OutlineView { restorationIdentifier = "outline", height = 7 }
      outline.dataSource = self.source
      local other = ui.OutlineView { height = 4 }
      other.dataSource = self.otherSource
      local cells = ui.TableView {
        restorationIdentifier = "cells", selectionMode = "cell", columns = { { title = "A" }, { title = "B", isSortable = true } },
        height = 4,
      }
      cells.dataSource, cells.delegate = self.cells, self.cells
      self.view = ui.VStack {
        self.log,
        ui.HStack {
          spacing = 1,
          ui.Stepper { restorationIdentifier = "copies", onChange = note("copies", "value") },
          ui.Stepper { onChange = note("second", "value") }, ui.Stepper { onChange = note("third", "value"), maximumValue = 2 },
          ui.SegmentedControl { restorationIdentifier = "size", segments = { "Small", "Large" }, onChange = note("size", "selectedSegmentIndex") },
          ui.SegmentedControl { segments = { "Large", "Huge", "Huge" }, onChange = note("other size", "selectedSegmentIndex") },
        },
        ui.HStack {
          spacing = 1,
          ui.DatePicker { restorationIdentifier = "due", onChange = note("due", "date") },
          ui.DatePicker { datePickerMode = "time", onChange = note("time", "date") },
          ui.DatePicker { datePickerMode = "dateAndTime", onChange = note("moment", "date") },
          button("Delete", "first"), button("Delete", "second"), ui.Button { title = "Delete", isEnabled = false },
        },
        ui.HStack {
          spacing = 2,
          ui.VStack {
            ui.DatePicker { preferredDatePickerStyle = "inline", restorationIdentifier = "calendar", onChange = note("calendar", "date") },
            ui.Switch { onChange = note("switch", "isOn") }, ui.Switch { onChange = note("other switch", "isOn") },
            ui.Checkbox { title = "Urgent", onChange = note("urgent", "isOn") },
            ui.Slider { onChange = note("slider", "value") },
            ui.TextField { restorationIdentifier = "name", onChange = note("name", "text") },
          },
          ui.VStack {
            ui.RadioGroup { items = { "Red", "Green", "Red" }, restorationIdentifier = "colour", onChange = note("colour", "selectedIndex") },
            ui.RadioGroup { items = { "Small", "Green" }, onChange = note("radio", "selectedIndex") },
            ui.ToggleGroup { items = { "Milk", "Tea", "Milk" }, onChange = note("toggle", "selectedIndexes") },
            ui.PickerView { components = { { "1", "2", "3" }, { "1", "2", "3", "4" } }, onChange = note("picker", "selectedRows") },
            ui.PopUpButton { items = { "One", "Two" }, onChange = note("pop", "selectedIndex") },
          },
          ui.VStack { outline, other, cells, ui.TableView { rows = { "Milk", "Tea", "Milk" }, height = 3, onChange = note "rows" } },
        },
      }
    end
    function Form:viewControllerWithRestorationIdentifierPath() return Form() end
    function app:shouldSaveApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      self.window.rootViewController = Form { restorationIdentifier = "form" }
      self.window:makeKeyAndVisible()
    end
    return app
    """
}
