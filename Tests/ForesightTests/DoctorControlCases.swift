extension DoctorCase {
  /// Apps that restore what they show after a launch. What a control changes is a value of its own.
  static let controls: [DoctorCase] = [
    controls(
      "a bar that a slider moves, without being saved",
      bar: "self.bar = ui.ProgressView { progress = 0.5 } --! value-lost",
      slider: "onChange = function(slider) self.bar.progress = slider.value end"),
    controls(
      "a bar that a slider moves, and that is saved", bar: "self.bar = ui.ProgressView { progress = 0.5 }",
      slider: "onChange = function(slider) self.bar.progress = slider.value end",
      body: """
        function Note:encodeRestorableState(coder) coder:encode('bar', self.bar.progress) end
        function Note:decodeRestorableState(coder) self.bar.progress = coder:decode 'bar' end
        """),
    controls(
      "a bar that a slider moves, saved under a condition that never holds",
      bar: "self.bar = ui.ProgressView { progress = 0.5 }",
      slider: "onChange = function(slider) self.amount = slider.value self.bar.progress = slider.value end",
      body: """
        function Note:encodeRestorableState(coder)
          if self.never then coder:encode('bar', self.amount) end --! value-lost
        end
        function Note:decodeRestorableState(coder)
          self.amount = coder:decode 'bar'
          self.bar.progress = self.amount or 0.5
        end
        """),
    controls(
      "a bar that is saved, and set again when it appears", bar: "self.bar = ui.ProgressView {}",
      slider: "onChange = function(slider) self.bar.progress = slider.value end",
      body: """
        function Note:encodeRestorableState(coder) coder:encode('bar', self.bar.progress) end
        function Note:decodeRestorableState(coder) self.bar.progress = coder:decode 'bar' end
        function Note:viewWillAppear() self.bar.progress = 0.1 end --! value-lost
        """),
    controls(
      "a bar that shows the restored slider", bar: "self.bar = ui.ProgressView {}",
      slider: "onChange = function(slider) self.bar.progress = slider.value end",
      body: "function Note:viewWillAppear() self.bar.progress = self.slider.value end"),
    controls(
      "a slider that is set again when it appears", bar: "self.bar = ui.Label { text = 'none' }",
      body: "function Note:viewWillAppear() self.slider.value = 0.5 end --! value-lost"),
    controls(
      "a slider that is set again when it appears, beside a large value", bar: "self.bar = ui.Label { text = 'none' }",
      body: """
        function Note:encodeRestorableState(coder)
          coder:encode('blob', ('x'):rep(2 << 20)) --! large-state
        end
        function Note:decodeRestorableState(coder) self.blob = coder:decode 'blob' end
        function Note:viewWillAppear() self.slider.value = 0.5 end --! value-lost
        """),
    switching("a text that a switch sets beside other rows", "self.label.text = 'x'", textMark: " --! value-lost"),
    switching("a text that a switch hides beside other rows", "self.label.isHidden = true"),
    .note(
      "a text that a switch shows",
      class: """
        function Note:loadView()
          self.more = ui.Label { text = 'more', isHidden = true } --! value-lost
          local switch = ui.Switch {
            restorationIdentifier = 'switch', onChange = function(switch) self.more.isHidden = not switch.isOn end,
          }
          self.view = ui.VStack { switch, self.more }
        end
        """),
    switching("a button that a switch disables", "self.button.isEnabled = false", buttonMark: " --! value-lost"),
    switching(
      "rows that a switch chooses, chosen again when the screen appears", "self:filter()",
      body: "function Note:viewWillAppear() self:filter() end"),
    DoctorCase("controls that show a lost key of the application", ExplorationCase.model),
    .note(
      "a slider that is set again when it appears, after many switches that ask for a confirmation",
      class: """
        function Note:loadView()
          local views = {}
          for i = 1, 12 do
            views[i] = ui.Switch { restorationIdentifier = 'switch' .. i, onChange = function()
              self:present(ui.AlertController { title = 'Are you sure?', actions = { { title = 'Yes' } } })
            end }
          end
          self.slider = ui.Slider { restorationIdentifier = 'slider', maximumValue = 1 }
          views[#views + 1] = self.slider
          self.view = ui.VStack(views)
        end
        function Note:viewWillAppear() self.slider.value = 0.5 end --! value-lost
        """),
    .note(
      "a segmented control that is set again when it appears",
      class: """
        function Note:loadView()
          self.part = ui.SegmentedControl {
            restorationIdentifier = 'part', segments = { 'One', 'Two', 'Three' }, selectedSegmentIndex = 1,
          }
          self.view = ui.VStack { self.part }
        end
        function Note:viewWillAppear() self.part.selectedSegmentIndex = 1 end --! value-lost
        """),
    .note(
      "a segmented control that keeps its selection",
      class: """
        function Note:loadView()
          self.part = ui.SegmentedControl {
            restorationIdentifier = 'part', segments = { 'One', 'Two', 'Three' }, selectedSegmentIndex = 1,
          }
          self.view = ui.VStack { self.part }
        end
        """),
    controls(
      "a control without identifier, with what depends on it", bar: "self.bar = ui.ProgressView {}",
      identifier: "accessibilityIdentifier",
      slider: "onChange = function(slider) self.bar.progress = slider.value end"),
    controls(
      "a slider that the app forgets", bar: "self.bar = ui.Label { text = 'none' }",
      body: "function Note:viewWillAppear() self.slider.value = 0.5 end", app: "app.forgets = { 'slider' }"),
    controls(
      "a label with another number in each launch", bar: "self.bar = ui.Label { text = tostring(math.random(1 << 40)) }"
    ),
    controls(
      "a label with a random number that a slider moves", bar: "self.bar = ui.Label {}",
      slider: "onChange = function(slider) self.bar.text = 'moved' .. math.random(1 << 40) end",
      body: """
        function Note:encodeRestorableState(coder) coder:encode('bar', self.bar.text) end
        function Note:decodeRestorableState(coder) self.bar.text = coder:decode 'bar' end
        """),
    controls(
      "a text that is not restored into the label below it", bar: "self.bar = ui.Label {} --! value-lost",
      slider: "onChange = function() end",
      body: """
        function Note:viewDidLoad()
          self.view:addSubview(ui.TextField {
            restorationIdentifier = 'name', onChange = function(field) self.bar.text = 'Hello ' .. field.text end,
          })
        end
        """),
    controls(
      "a switch that asks a question", bar: "self.bar = ui.Label {}",
      body: """
        function Note:viewDidLoad()
          self.view:addSubview(ui.Switch {
            restorationIdentifier = 'wifi', onChange = function()
              self.bar.text = 'asked'
              self:present(ui.AlertController { title = 'Sure?', actions = { { title = 'Yes' } } })
            end,
          })
        end
        """),
    controls(
      "a slider that is set again when it appears, below a switch that asks a question", bar: "self.bar = ui.Label {}",
      body: """
        function Note:viewDidLoad()
          self.view:addSubview(ui.Switch {
            restorationIdentifier = 'wifi', onChange = function()
              self:present(ui.AlertController { title = 'Sure?', actions = { { title = 'Yes' } } })
            end,
          })
        end
        function Note:viewWillAppear() self.slider.value = 0.5 end --! value-lost
        """),
    controls(
      "a slider that is set again when it appears, below a switch that needs a command",
      bar: "self.bar = ui.Label {}",
      body: """
        function Note:viewDidLoad()
          self.view:addSubview(ui.Switch {
            restorationIdentifier = 'wifi', onChange = function() ui.task(function() ui.run { 'true' } end) end,
          })
        end
        function Note:viewWillAppear() self.slider.value = 0.5 end --! value-lost
        """),
    controls(
      "a slider that the launch sets again some time later", bar: "self.bar = ui.Label {}",
      body: "function Note:viewDidLoad() ui.after(0.2, function() self.slider.value = 0.5 end) end --! value-lost"),
    controls(
      "a bar that shows the restored slider some time after the launch", bar: "self.bar = ui.ProgressView {}",
      slider: "onChange = function(slider) self.bar.progress = slider.value end",
      body:
        "function Note:viewDidLoad() ui.after(0.2, function() self.bar.progress = self.slider.value end) end"),
    controls(
      "a slider that needs a command", bar: "self.bar = ui.Label {}",
      slider: "onChange = function() self.bar.text = 'moved' ui.task(function() ui.run { 'true' } end) end"),
  ]

  /// Apps with a control that is set again when it appears, beside others that arrow keys lead to.
  static let resetControls: [DoctorCase] = [
    reset("ui.Checkbox { title = 'One', ", "isOn = false"),
    reset("ui.Stepper { ", "value = 0"),
    reset("ui.SegmentedControl { segments = { 'One', 'Two' }, ", "selectedSegmentIndex = 2"),
    reset("ui.PopUpButton { items = { 'One', 'Two' }, ", "selectedIndex = 1"),
    reset("ui.PopUpButton { items = { 'One', 'Two' }, ", "selectedIndex = 2"),
    reset("ui.RadioGroup { items = { 'One', 'Two' }, ", "selectedIndex = 1"),
    reset("ui.ToggleGroup { items = { 'One', 'Two' }, ", "selectedIndexes = {}"),
    reset("ui.PickerView { rows = { 'One', 'Two' }, ", "selectedRow = 1"),
    reset("ui.DatePicker { ", "date = ui.Date(1600000000)"),
    reset("ui.TextField { ", "text = ''"),
    reset("ui.TextField { inputFilter = function(text) return not text:find '%d' end, ", "text = ''"),
    reset("ui.TextField { inputFilter = function(text) return #text < 2 end, ", "text = 'a'"),
    reset("ui.SearchBar { ", "text = ''"),
  ]

  private static func reset(_ beginning: String, _ value: String) -> DoctorCase {
    .note(
      "a control with \(value) when it appears: \(beginning)",
      class: """
        function Note:loadView()
          self.control = \(beginning)restorationIdentifier = 'control', \(value) }
          self.view = ui.VStack {
            ui.PopUpButton { restorationIdentifier = 'colour', items = { 'Red', 'Blue' } },
            ui.HStack { ui.Button { title = 'Left' }, self.control, ui.Button { title = 'Right' } },
            ui.Switch { restorationIdentifier = 'wifi' },
          }
        end
        function Note:viewWillAppear() self.control.\(value) end --! value-lost
        """)
  }

  private static func controls(
    _ name: String, bar: String, mark: String = "", identifier: String = "restorationIdentifier",
    slider: String = "maximumValue = 1", body: String = "", app: String = ""
  ) -> DoctorCase {
    .note(
      name,
      class: """
        function Note:loadView()
          \(bar)
          self.slider = ui.Slider { \(identifier) = 'slider', value = 0.5, \(slider) }\(mark)
          self.view = ui.VStack { ui.Button { title = "Press" }, self.slider, self.bar }
        end
        \(body)
        """,
      options: """
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        \(app)
        """)
  }

  /// An app with a saved switch, whose handler changes what else is on the screen.
  private static func switching(
    _ name: String, _ change: String, body: String = "", textMark: String = "", buttonMark: String = ""
  ) -> DoctorCase {
    let isFiltered = body.isEmpty && buttonMark.isEmpty
    let rowMark = isFiltered && textMark.isEmpty ? " --! value-lost" : ""
    return .note(
      name,
      class: """
        function Note:loadView()
          self.label = ui.Label { text = 'start' }\(textMark)
          self.button = ui.Button { title = 'Send' }\(buttonMark)
          self.rows = ui.TableView { restorationIdentifier = 'rows', rows = { 'a', 'b', 'c' } }\(rowMark)
          self.switch = ui.Switch { restorationIdentifier = 'switch', onChange = function()
            \(isFiltered ? "self:filter()" : "")
            \(change)
          end }
          self.view = ui.VStack { self.switch, self.rows, self.button, self.label }
        end
        function Note:filter() self.rows.rows = self.switch.isOn and { 'a' } or { 'a', 'b', 'c' } end
        \(body)
        """)
  }

  /// Apps with a registered object that is not restored, and a field that shows what it holds.
  static let shownObjects: [DoctorCase] = [
    shownObject("a registered object without a decode method", decode: "", mark: " --! not-decoded"),
    shownObject(
      "a registered object whose identifier differs in each launch", identifier: "'draft' .. tostring({}):sub(-5)"
    ).marking("self:registerObject", "unstable-identifier"),
    shownObject(
      "a registered object whose encode method fails", encode: "local night = self.night.number --! callback-failed"),
    shownObject("a registered object that is restored"),
    shownObject(
      "a registered object that is restored, beside a field that is set again",
      methods: "function Note:viewDidAppear() self.name.text = '' end --! value-lost"),
  ]

  private static func shownObject(
    _ name: String, encode: String = "",
    decode: String = "function Draft:decodeRestorableState(coder) self.name = coder:decodeString 'name' or '' end",
    identifier: String = "'draft'", mark: String = "", methods: String = ""
  ) -> DoctorCase {
    .note(
      name,
      class: """
        local Draft = {}
        Draft.__index = Draft
        function Draft:encodeRestorableState(coder)
          \(encode)
          coder:encode('name', self.name)\(mark)
        end
        \(decode)
        local draft = setmetatable({ name = '' }, Draft)
        function Note:loadView()
          self.name = ui.TextField { restorationIdentifier = 'name', onChange = function(field) draft.name = field.text end }
          self.view = ui.VStack { self.name }
        end
        function Note:viewWillAppear() self:show() end
        function Note:applicationFinishedRestoringState() self:show() end
        function Note:show() if self.name.text ~= draft.name then self.name.text = draft.name end end
        \(methods)
        """
    ).building("\n  self:registerObjectForStateRestoration(draft, \(identifier))\n")
  }
}
