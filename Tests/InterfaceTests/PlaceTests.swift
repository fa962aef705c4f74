import TestApplication
import StateRestoration
import Testing

@testable import Interface

/// Positions and input in contents that load after the launch.
@Suite("Restored positions and values")
@MainActor
struct PlaceTests {
  /// Returns a view's state for another launch.
  private func state(of view: View) throws -> [UInt8] {
    let coder = StateCoder()
    try view.preserve(with: coder)
    return coder.encodedState()
  }

  private func restore(_ view: View, from state: [UInt8]) throws {
    try view.restore(from: StateCoder(decoding: state))
  }

  // MARK: Tables

  /// Sections of rows, with or without titles and item identifiers.
  final class Sections: TableViewDataSource {
    var sections: [[String]]
    var hasTitles = false
    var hasNames = true

    init(_ sections: [[String]]) { self.sections = sections }

    func numberOfSections(in table: TableView) -> Int { sections.count }
    func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
    func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
      .text(sections[path.section][path.row], detail: nil, accessory: nil)
    }
    func tableView(_ table: TableView, titleForHeaderInSection section: Int) -> Text? {
      hasTitles ? "section \(section)" : nil
    }
    func tableView(_ table: TableView, canEditRowAt path: IndexPath) -> Bool { true }
    func tableView(_ table: TableView, commitDeleteAt path: IndexPath) -> Bool { false }
    func tableView(_ table: TableView, moveRowAt from: IndexPath, to: IndexPath) -> Bool { false }
    func tableView(_ table: TableView, modelIdentifierForRowAt path: IndexPath) -> StateValue? {
      hasNames ? .string(sections[path.section][path.row]) : nil
    }
    func tableView(_ table: TableView, indexPathForModelIdentifier identifier: StateValue) -> IndexPath? {
      for (section, rows) in sections.enumerated() {
        if let row = rows.firstIndex(where: { .string($0) == identifier }) {
          return IndexPath(section: section, row: row)
        }
      }
      return nil
    }
    func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] { [] }
    func tableView(_ table: TableView, didSelectRowAt path: IndexPath) {}
  }

  private let names = (0..<100).map { "row \($0)" }

  private func table(_ source: Sections, multiple: Bool = true) -> (TableView, TestApplication) {
    let table = TableView()
    table.allowsMultipleSelection = multiple
    table.dataSource = source
    return (table, TestApplication(view: table, height: 10))
  }

  private func path(_ row: Int) -> IndexPath { IndexPath(section: 0, row: row) }

  private func stateInTheMiddle() throws -> [UInt8] {
    let source = Sections([names])
    let (table, _) = table(source)
    for row in [2, 42, 90] { table.selectRow(path(row)) }
    table.contentOffset = 40
    table.focus(path(43))
    return try state(of: table)
  }

  @Test("a scroll that moves nothing keeps the position that a larger screen shows again")
  func scrollWithoutEffect() {
    let view = TextView()
    view.text = "one\ntwo"
    let shown = TestApplication(view: view, width: 20, height: 2)
    view.becomeFirstResponder()
    _ = shown.application.render()
    shown.application.resize(to: Size(width: 20, height: 1))
    #expect(shown.application.render().text.contains("two"), "the cursor is in the last line")
    func firstCharacter() -> Int? {
      let coder = StateCoder()
      view.encodeBuiltInState(with: coder)
      return coder.decodeInteger(forKey: "firstCharacter")
    }
    let before = firstCharacter()
    view.scroll(byRows: 3)
    #expect(before == nil && firstCharacter() == before)
    view.scroll(byRows: -1)
    view.scroll(byRows: 1)
    #expect(firstCharacter() == 4)
  }

  @Test("selection, focus and scroll position apply to rows that load late and in steps", arguments: [true, false])
  func laterRows(hasNames: Bool) throws {
    let saved = try stateInTheMiddle()
    let source = Sections([])
    source.hasNames = hasNames
    var (table, shown) = table(source)
    // A state without item identifiers: rows are found by their positions.
    var state = saved
    if !hasNames {
      let plain = Sections([names])
      plain.hasNames = false
      let (old, _) = self.table(plain)
      try restore(old, from: saved)
      plain.hasNames = false
      for row in [2, 42, 90] { old.selectRow(path(row)) }
      old.contentOffset = 40
      old.focus(path(43))
      state = try self.state(of: old)
    }
    try restore(table, from: state)
    for count in [0, 10, 45, 60, 100] {
      // Killed before the other rows came: the pending positions are saved again.
      let again = try self.state(of: table)
      (table, shown) = self.table(source)
      try restore(table, from: again)
      source.sections = [Array(names.prefix(count))]
      table.reloadData()
      _ = shown.application.render()
      #expect(table.indexPathsForSelectedRows.map(\.row) == [2, 42, 90].filter { $0 < count })
      if count > 43 { #expect(table.focusedRow == path(43)) }
    }
    #expect(table.contentOffset == 40)
    #expect(table.focusedRow == path(43))
    source.sections = [names + ["more"]]
    table.contentOffset = 3
    table.reloadData()
    _ = shown.application.render()
    #expect(table.contentOffset == 3)
  }

  @Test("a pending position is dropped when the user moves it; others stay pending")
  func movedMeanwhile() throws {
    let source = Sections([Array(names.prefix(20))])
    let (table, shown) = table(source)
    try restore(table, from: try stateInTheMiddle())
    _ = shown.application.render()
    try shown.key("down")
    let focused = table.focusedRow
    table.selectRow(path(5))
    table.deselectRow(path(2))
    source.sections = [names]
    table.reloadData()
    _ = shown.application.render()
    #expect(table.indexPathsForSelectedRows.map(\.row) == [5, 42, 90])
    #expect(table.focusedRow == path(5))
    #expect(focused != nil)
    #expect(table.contentOffset < 20)
  }

  @Test("one selection is pending at a time: a new one replaces it")
  func singleSelection() throws {
    let full = Sections([names])
    let (old, _) = table(full, multiple: false)
    old.selectRow(path(42))
    let saved = try state(of: old)
    let source = Sections([Array(names.prefix(20))])
    let (table, _) = table(source, multiple: false)
    try restore(table, from: saved)
    table.selectRow(path(1))
    source.sections = [names]
    table.reloadData()
    #expect(table.indexPathsForSelectedRows == [path(1)])
  }

  @Test(
    "the line at the top is restored, whether section title or row", arguments: [0, 1, 10, 11, 12, 13, 22])
  func sectionTitles(line: Int) throws {
    let source = Sections([0, 1, 2, 3].map { section in (0..<10).map { "\(section).\($0)" } })
    source.hasTitles = true
    let (old, _) = table(source)
    old.contentOffset = line
    let (new, shown) = table(source)
    try restore(new, from: try state(of: old))
    _ = shown.application.render()
    #expect(new.contentOffset == line)
  }

  @Test("a scroll position waits for its content")
  func laterContent() throws {
    func label(_ text: String) -> Label {
      let label = Label()
      label.text = text
      return label
    }
    let old = ScrollView()
    for line in 1...50 { old.addSubview(label("line \(line)")) }
    let oldApplication = TestApplication(view: old, height: 5)
    _ = oldApplication.application.render()
    old.contentOffset = Point(x: 0, y: 20)
    let new = ScrollView()
    let text = label("loading")
    new.addSubview(text)
    let shown = TestApplication(view: new, height: 5)
    try restore(new, from: try state(of: old))
    _ = shown.application.render()
    #expect(new.contentOffset == .zero)
    let other = ScrollView()
    try restore(other, from: try state(of: new))
    #expect(other.contentOffset.y == 20)
    text.text = (1...50).map { "line \($0)" }.joined(separator: "\n")
    #expect(shown.text.first?.hasPrefix("line 21") == true)
  }

  @Test("selections wait for a wheel's rows and a control's segments")
  func laterChoices() throws {
    let (oldPicker, oldSegments) = (PickerView(), SegmentedControl())
    oldPicker.components = [["a", "b", "c"], ["x", "y", "z"]]
    oldPicker.selectedRows = [1, 2]
    oldSegments.segments = ["a", "b", "c"]
    oldSegments.selectedSegmentIndex = 2
    var (picker, segments) = (PickerView(), SegmentedControl())
    try restore(picker, from: state(of: oldPicker))
    try restore(segments, from: state(of: oldSegments))
    let saved = (try state(of: picker), try state(of: segments))
    (picker, segments) = (PickerView(), SegmentedControl())
    picker.components = [["a", "b"], ["x"]]
    try restore(picker, from: saved.0)
    #expect(picker.selectedRows == [1, 0])
    try restore(segments, from: saved.1)
    picker.components = [["a", "b", "c"], ["x", "y", "z"]]
    segments.segments = ["a", "b", "c"]
    #expect(picker.selectedRows == [1, 2])
    #expect(segments.selectedSegmentIndex == 2)
    segments.selectedSegmentIndex = 0
    segments.segments = ["a", "b", "c", "d"]
    #expect(segments.selectedSegmentIndex == 0)
  }

  // MARK: Texts

  private func typed<Input: TextInput>(
    _ input: Input, _ text: String, keys: String..., before: (Input) -> Void = { _ in }
  ) throws -> [UInt8] {
    before(input)
    let shown = TestApplication(view: input)
    try shown.automation.type(text)
    for key in keys { try shown.key(key) }
    return try state(of: input)
  }

  private func restored<Input: TextInput>(_ input: Input, _ state: [UInt8]) throws -> Input {
    try restore(input, from: state)
    return input
  }

  @Test("text that was typed, pasted, deleted, undone or redone is restored, with the cursor")
  func typedText() throws {
    #expect(try restored(TextField(), typed(TextField(), "hello", keys: "left", "backspace")).text == "helo")
    #expect(try restored(TextView(), typed(TextView(), "a\nb", keys: "ctrl+_")).text.hasPrefix("a"))
    #expect(try restored(SearchBar(), typed(SearchBar(), "find")).text == "find")
    let field = TextField()
    field.text = "set"
    let shown = TestApplication(view: field)
    shown.application.handle(.paste(" and pasted"))
    let back = try restored(TextField(), state(of: field))
    #expect(back.text == "set and pasted")
    // Nothing more was typed, but the text is still saved, over any number of launches.
    #expect(try restored(TextField(), state(of: back)).text == "set and pasted")
    #expect(back.selectedRange == .init(location: 14))
  }

  @Test("text set in code is not saved, and takes precedence over the restored text in every order")
  func setText() throws {
    let field = TextField()
    let saved = try typed(field, "typed")
    for text in ["set", ""] {
      let before = TextField()
      let shown = TestApplication(view: before)
      before.text = text
      #expect(try restored(before, saved).text == text)
      withExtendedLifetime(shown) {}
    }
    let after = try restored(TextField(), saved)
    after.text = "set"
    #expect(try restored(TextField(), state(of: after)).text == "")
    // The same text, but set in code, which has to set it again.
    field.text = "typed"
    #expect(try restored(TextField(), state(of: field)).text == "")
  }

  @Test("a text set at creation is the initial text, and edits of it are restored")
  func initialText() throws {
    let saved = try typed(TextField(), " and typed") { $0.text = "begun" }
    let made = TextField()
    made.text = "begun"
    #expect(try restored(made, saved).text == "begun and typed")
    // Nothing was typed, so the field has this version's initial text.
    let untouched = TextField()
    untouched.text = "begun"
    let other = TextField()
    other.text = "begun otherwise"
    #expect(try restored(other, state(of: untouched)).text == "begun otherwise")
  }

  @Test("text typed while the field was secure is never saved, nor are undo steps that contain it")
  func secrets() throws {
    func isKept(_ change: (TextField, TestApplication) throws -> Void) throws -> Bool {
      let field = TextField()
      try change(field, TestApplication(view: field))
      return try StateCoder(decoding: state(of: field)).builtIn.contains("typedText")
    }
    let hidden = try isKept { field, shown in
      field.isSecure = true
      try shown.automation.type("secret")
    }
    let hiddenThenShown = try isKept { field, shown in
      field.isSecure = true
      try shown.automation.type("secret")
      field.isSecure = false
      try shown.automation.type("!")
    }
    let shownThenHidden = try isKept { field, shown in
      try shown.automation.type("secret")
      field.isSecure = true
      field.isSecure = false
    }
    let putBack = try isKept { field, shown in
      field.isSecure = true
      try shown.automation.type("secret")
      field.isSecure = false
      try shown.key("ctrl+u", "ctrl+y")
    }
    let neverTypedHidden = try isKept { field, shown in
      field.isSecure = true
      field.isSecure = false
      try shown.automation.type("open")
    }
    var text = ""
    let setMeanwhile = try isKept { field, shown in
      field.isSecure = true
      try shown.automation.type("secret")
      field.isSecure = false
      try shown.key("ctrl+u")
      field.text = ""
      try shown.key("ctrl+y")
      try shown.automation.type("open")
      text = field.text
    }
    #expect([hidden, hiddenThenShown, shownThenHidden, putBack] == [false, false, false, false])
    #expect(neverTypedHidden && setMeanwhile && text == "open")
    let secure = TextField()
    secure.isSecure = true
    #expect(try restored(secure, typed(TextField(), "typed")).text == "")
  }

  @Test("a text selection waits for its text, until the user moves it")
  func laterText() throws {
    let text = (1...30).map { "line \($0)" }.joined(separator: "\n")
    let old = TextView()
    old.text = text
    let oldShown = TestApplication(view: old, height: 5)
    old.selectedRange = .init(location: 40, length: 9)
    _ = oldShown.application.render()
    let saved = try state(of: old)

    var new = TextView()
    var shown = TestApplication(view: new, height: 5)
    try restore(new, from: saved)
    let again = try state(of: new)
    new = TextView()
    shown = TestApplication(view: new, height: 5)
    try restore(new, from: again)
    new.text = "loading"
    _ = shown.application.render()
    new.text = text
    #expect(new.selectedRange == .init(location: 40, length: 9))
    #expect(shown.application.render().lines == oldShown.application.render().lines)
    new.text = text + "!"
    #expect(new.selectedRange == .init(location: text.count + 1))

    let moved = TextField()
    let movedShown = TestApplication(view: moved)
    try restore(moved, from: saved)
    moved.text = "abc"
    try movedShown.key("home")
    moved.text = text
    #expect(moved.selectedRange == .init(location: text.count))

    let field = TextField()
    field.text = "hello"
    field.selectedRange = .init(location: 0)
    let atStart = try restored(TextField(), state(of: field))
    atStart.text = "hello"
    #expect(atStart.selectedRange == .init(location: 0))
  }
  // MARK: Numbers and choices

  @Test("a number or date beyond the bounds waits for wider ones, until the user changes it")
  func laterBounds() throws {
    let old = Stepper()
    old.maximumValue = 1000
    old.value = 700
    let saved = try state(of: old)
    for control in [Stepper(), Slider()] as [NumberControl] {
      try restore(control, from: saved)
      let again = try state(of: control)
      try restore(control, from: again)
      control.minimumValue = -10
      #expect(control.value == control.maximumValue)
      control.maximumValue = 500
      #expect(control.value == 500)
      control.maximumValue = 1000
      #expect(control.value == 700)
      control.maximumValue = 600
      control.maximumValue = 1000
      #expect(control.value == 600)
    }
    let moved = Stepper()
    try restore(moved, from: saved)
    try TestApplication(view: moved).key("left")
    moved.maximumValue = 1000
    #expect(moved.value == 99)
    let set = Stepper()
    try restore(set, from: saved)
    set.value = 100
    set.maximumValue = 1000
    #expect(set.value == 100)

    let date = DatePicker()
    date.date = 5_000
    let picker = DatePicker()
    picker.maximumDate = 100
    try restore(picker, from: try state(of: date))
    #expect(picker.date == 100)
    let next = DatePicker()
    try restore(next, from: try state(of: picker))
    #expect(next.date == 5_000)
    picker.maximumDate = nil
    #expect(picker.date == 5_000)
  }

  @Test("a number that is half typed into a date picker is continued after a restoration, and ends with the focus")
  func typedDigits() throws {
    func picker() -> DatePicker {
      let picker = DatePicker()
      picker.mode = .time
      return picker
    }
    let first = picker()
    try TestApplication(view: first, width: 20, height: 2).key("1")
    let saved = try state(of: first)
    let next = picker()
    try restore(next, from: saved)
    let app = TestApplication(view: next, width: 20, height: 2)
    try app.key("7")
    #expect(app.text[0].hasPrefix("17:"))
    let left = picker()
    try restore(left, from: saved)
    left.didResignFirstResponder()
    let other = TestApplication(view: left, width: 20, height: 2)
    try other.key("7")
    #expect(other.text[0].hasPrefix("07:"))
  }

  @Test("a selection waits while its list is empty, until the user selects")
  func emptiedLists() throws {
    let segments = SegmentedControl()
    segments.segments = ["a", "b", "c"]
    segments.selectedSegmentIndex = 2
    segments.segments = []
    #expect(segments.selectedSegmentIndex == nil)
    segments.segments = ["a", "b", "c"]
    #expect(segments.selectedSegmentIndex == 2)
    segments.segments = ["a"]
    segments.segments = ["a", "b", "c"]
    #expect(segments.selectedSegmentIndex == nil)

    let wheels = PickerView()
    wheels.components = [["a", "b", "c"], ["d", "e"]]
    wheels.selectedRows = [2, 1]
    wheels.components = [["a", "b"], []]
    #expect(wheels.selectedRows == [1, nil])
    let other = PickerView()
    other.components = [["a", "b"], ["d", "e"]]
    try restore(other, from: try state(of: wheels))
    #expect(other.selectedRows == [1, 1])
    wheels.components = []
    wheels.components = [["a", "b", "c"], ["d", "e"]]
    #expect(wheels.selectedRows == [1, 1])
    wheels.components = []
    wheels.components = [["a", "b", "c"], []]
    wheels.selectedRows = [0, nil]
    wheels.components = [["a", "b", "c"], ["d", "e"]]
    #expect(wheels.selectedRows == [0, 0])

    let table = TableView()
    table.rows = names.map { Text($0) }
    let shown = TestApplication(view: table, height: 10)
    table.selectRow(path(42))
    table.contentOffset = 40
    table.focus(path(43))
    for rows in [[], names] {
      table.rows = rows.map { Text($0) }
      _ = shown.application.render()
    }
    #expect(table.indexPathsForSelectedRows == [path(42)])
    #expect(table.contentOffset == 40)
    #expect(table.focusedRow == path(43))
    table.rows = []
    table.deselectRow(nil)
    table.rows = names.map { Text($0) }
    #expect(table.indexPathsForSelectedRows == [])
  }
}
