import Glibc
import Seeded
import TestApplication
import StateRestoration
import Testing

@testable import Interface

@Suite("Controls")
@MainActor
struct ControlTests {
  @Test("in a view with a border the scroll bar is drawn on the border, and dragged there")
  func scrollBarOnBorder() {
    let table = TableView()
    table.rows = (1...20).map { Text("row \($0)") }
    let text = TextView()
    text.text = (1...20).map { "row \($0)" }.joined(separator: "\n")
    text.selectedRange = .init(location: 0)
    let scroll = ScrollView()
    let label = Label()
    label.text = text.text
    scroll.addSubview(label)
    for view in [table, text, scroll] as [View] {
      view.border = .single
      let shown = TestApplication(view: view, width: 12, height: 7)
      let lines = shown.application.render().lines
      #expect(lines[1].hasSuffix(" ┃") && lines[5].hasSuffix(" │") && !lines[5].hasSuffix("││"), "\(lines)")
      shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 11, y: 5))))
      let dragged = shown.application.render().lines
      #expect(dragged[5].contains("row 20") && dragged[5].hasSuffix("┃"), "\(dragged)")
    }
  }

  @Test("a scroll bar's thumb touches an end only when that end is visible, and follows the mouse")
  func scrollBar() {
    let view = TextView()
    view.text = (1...100).map { "line \($0)" }.joined(separator: "\n")
    view.selectedRange = .init(location: 0)
    let shown = TestApplication(view: view, width: 20, height: 10)
    func thumb() -> [Bool] { shown.application.render().lines.map { $0.hasSuffix("┃") } }
    #expect(thumb() == [true] + Array(repeating: false, count: 9))
    shown.application.handle(.mouse(MouseEvent(.wheel(rows: 1), at: .zero)))
    #expect(!thumb()[0])
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 19, y: 0))))
    shown.application.handle(.mouse(MouseEvent(.drag(button: 1), at: Point(x: 19, y: 50))))
    #expect(thumb()[9])
    #expect(shown.text.last?.hasPrefix("line 100") == true)
    for total in 11...200 {
      for offset in 0...(total - 10) {
        let bar = ScrollBar(total: total, visible: 10, offset: offset)
        #expect((0...(total - 10)).contains(bar.offset(atRow: offset % 12)))
      }
    }
  }

  @Test("every edit can be undone and redone, in order")
  func undo() {
    var generator = SeededGenerator(state: 8)
    for _ in 0..<200 {
      var editing = TextEditing()
      editing.text = "some words, to begin"
      var texts = [editing.text]
      let keys: [KeyPress] = [
        KeyPress(.character("x")), KeyPress(.character(" ")), KeyPress(.backspace), KeyPress(.delete),
        KeyPress(.left, modifiers: [.shift, .control]), KeyPress(.home), KeyPress(.end),
        KeyPress(.character("k"), modifiers: .control), KeyPress(.character("w"), modifiers: .control),
        KeyPress(.character("y"), modifiers: .control), KeyPress(.character("a"), modifiers: .alt),
      ]
      for _ in 0..<40 {
        _ = editing.handle(keys.randomElement(using: &generator) ?? KeyPress(.left))
        if editing.text != texts.last { texts.append(editing.text) }
      }
      let final = editing.text
      for _ in 0..<60 { editing.undo() }
      #expect(editing.text == texts[0])
      for _ in 0..<60 { editing.redo() }
      #expect(editing.text == final)
    }
  }

  @Test("characters typed in sequence are undone together")
  func typingRun() {
    var editing = TextEditing()
    for letter in "two words" { _ = editing.handle(KeyPress(.character(letter))) }
    editing.undo()
    #expect(editing.text == "two ")
    editing.undo()
    #expect(editing.text == "two")
    editing.undo()
    #expect(editing.text.isEmpty)
  }

  @Test("changing the month keeps the day or clamps it; days carry over; bounds hold, even if crossed")
  func dates() throws {
    let picker = DatePicker()
    var date = CivilDate(secondsSince1970: 1_706_700_000)
    (date.year, date.month, date.day, date.hour, date.minute, date.second) = (2024, 1, 31, 12, 0, 0)
    picker.date = date.secondsSince1970
    picker.preferredStyle = .inline
    let shown = TestApplication(view: picker, width: 30, height: 10)
    func text() -> String { shown.text.joined(separator: "\n") }
    try shown.key("pagedown")
    #expect(text().contains("February 2024"))
    #expect(CivilDate(secondsSince1970: picker.date).day == 29)
    try shown.key("right")
    #expect(text().contains("March 2024"))
    picker.minimumDate = picker.date
    try shown.key("up")
    #expect(text().contains("March 2024"))
    picker.maximumDate = picker.date - 1_000_000
    #expect(picker.date == picker.minimumDate)
    picker.date = .nan
    #expect(picker.date.isFinite)
    picker.minimumDate = nil
    picker.maximumDate = nil
    picker.date = 1e300
    #expect(CivilDate(secondsSince1970: picker.date).year <= 9999)
  }

  @Test("a control takes the mouse where it is drawn, though a stack makes it wider")
  func besideControls() throws {
    let (button, segments, toggle, radio, picker) = (Button(), SegmentedControl(), Switch(), RadioGroup(), PickerView())
    (button.title, segments.segments, radio.items) = ("Delete", ["a", "b"], ["one", "two"])
    picker.components = [["x", "y", "z"]]
    var used: [String] = []
    let stack = VStack()
    for control in [button, segments, toggle, radio, picker] as [Control] {
      control.onChange = { used.append($0.className) }
      stack.addSubview(control)
    }
    let shown = TestApplication(view: stack, width: 60, height: 12)
    func click(_ x: Int, _ y: Int) {
      for action in [MouseEvent.Action.press(button: 1), .release(button: 1)] {
        shown.application.handle(.mouse(MouseEvent(action, at: Point(x: x, y: y))))
      }
    }
    #expect(!shown.text.isEmpty)
    let focused = shown.firstResponder
    for y in 0..<8 { click(50, y) }
    shown.application.handle(.mouse(MouseEvent(.wheel(rows: 3), at: Point(x: 50, y: picker.frame.minY))))
    #expect(used.isEmpty && shown.firstResponder === focused)
    for control in [button, segments, toggle, radio, picker] as [Control] {
      let width = control.sizeThatFits(control.bounds.size).width
      #expect(control.bounds.width == 60 && width < 20)
      click(width - 2, control.frame.minY + (control is RadioGroup || control is PickerView ? 1 : 0))
    }
    #expect(used.first == "Button" && used.contains("Switch") && used.contains("RadioGroup"), "\(used)")
  }

  @Test("a typed number leaves the other parts of a date alone, also beside a bound")
  func typedNearBounds() throws {
    func seconds(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int) -> Double {
      var date = CivilDate(secondsSince1970: 1_767_268_800)
      (date.year, date.month, date.day, date.hour, date.minute, date.second) = (2026, month, day, hour, minute, 0)
      return date.secondsSince1970
    }
    let picker = DatePicker()
    picker.mode = .dateAndTime
    picker.date = seconds(11, 14, 14, 30)
    picker.minimumDate = seconds(1, 28, 10, 0)
    var reported: [String] = []
    let shown = TestApplication(view: picker, width: 30, height: 2)
    picker.onChange = { _ in reported.append(shown.text[0]) }
    try shown.key("right", "1", "2")
    #expect(shown.text[0] == "2026-12-14  14:30")
    #expect(reported == ["2026-12-14  14:30"], "1 alone is before the minimum")
    picker.minimumDate = seconds(12, 14, 10, 0)
    try shown.key("right", "1", "2")
    #expect(shown.text[0] == "2026-12-14  12:30")
    try shown.key("left", "0", "5")
    #expect(shown.text[0] == "2026-12-14  10:00", "a whole number is clamped")
  }

  @Test("the hour moves evenly where the clock is put forward or back")
  func clockChanges() throws {
    let zone = getenv("TZ").map { String(cString: $0) }
    defer {
      if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") }
      tzset()
    }
    setenv("TZ", "America/New_York", 1)
    tzset()
    let picker = DatePicker()
    picker.mode = .time
    let shown = TestApplication(view: picker, width: 30, height: 2)
    func times(from date: Double, _ key: String) throws -> [String] {
      picker.date = date
      return try (0..<3).map { _ in
        try shown.key(key)
        return shown.text[0]
      }
    }
    // 2026-03-08 04:30, and 01:30 on that day.
    #expect(try times(from: 1_772_958_600, "down") == ["03:30", "01:30", "00:30"])
    #expect(try times(from: 1_772_951_400, "up") == ["03:30", "04:30", "05:30"])
    // 2026-11-01 00:30: the hour from 1 to 2 comes twice.
    #expect(try times(from: 1_793_507_400, "up") == ["01:30", "01:30", "02:30"])
  }

  @Test("steps of decimal fractions add up, and a number has as many digits as in Lua")
  func decimalSteps() throws {
    let stepper = Stepper()
    stepper.stepValue = 0.1
    let shown = TestApplication(view: stepper, width: 30, height: 1)
    var texts: [String] = []
    for _ in 0..<10 {
      try shown.key("right")
      texts.append(stepper.valueText)
    }
    #expect(texts == ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"])
    #expect(stepper.value == 1)
    for _ in 0..<10 { try shown.key("left") }
    #expect(stepper.value == 0)
    for (value, step, next) in [
      (100.1, -100.0, 0.1), (0.25, 0.1, 0.35), (1e14, 1, 1e14 + 1), (1e15 + 0.5, 1, 1e15 + 1.5),
      (1.0 / 3, 1, 1.0 / 3 + 1),
      (0, 1e-9, 1e-9), (-0.3, 0.1, -0.2), (99.99, 0.01, 100),
    ] {
      (stepper.minimumValue, stepper.maximumValue) = (-1, 1e16)
      (stepper.value, stepper.stepValue) = (value, step)
      try shown.key("right")
      #expect(stepper.value == next, "\(value) + \(step)")
    }
    stepper.value = 0.1 + 0.2
    #expect(stepper.valueText == "0.3" && stepper.accessibilityValue == "0.3")
  }

  @Test("the parts of a date accept typed digits; invalid days and hours are rejected")
  func typedDate() throws {
    let picker = DatePicker()
    picker.mode = .dateAndTime
    let shown = TestApplication(view: picker, width: 30, height: 2)
    for key in ["2", "0", "2", "5", "1", "3", "0", "2", "2", "8", "9", "9", "1", "7", "0", "5"] { try shown.key(key) }
    // There is no month 13: the 1 is accepted, and the 3 is not. Neither is the hour 99.
    #expect(shown.text[0].hasPrefix("2025-01-02"))
    try shown.key("left", "left", "left")
    #expect(picker.enterValue("2024-02-30 10:00") == false)
    #expect(picker.enterValue("2024-02-29 23:59"))
    #expect(shown.text[0] == "2024-02-29  23:59")
  }

  @Test("at midnight a time without a date stays on its day")
  func timeAtMidnight() throws {
    let picker = DatePicker()
    picker.mode = .time
    picker.date = 12 * 3600
    let shown = TestApplication(view: picker, width: 30, height: 2)
    #expect(picker.enterValue("23:59"))
    let day = (picker.date / 86400).rounded(.down)
    for (key, time) in [("up", "00:59"), ("down", "23:59"), ("right", "23:59"), ("up", "00:00"), ("down", "23:59")] {
      try shown.key(key)
      #expect(shown.text[0] == time, "\(key)")
    }
    #expect((picker.date / 86400).rounded(.down) == day)
    picker.maximumDate = picker.date
    picker.minimumDate = picker.date - 3600
    try shown.key("up")
    #expect(shown.text[0] == "23:59")
  }

  @Test("a time without a date is chosen on both days of bounds that include midnight")
  func timeAroundMidnight() throws {
    let picker = DatePicker()
    picker.mode = .time
    picker.date = 12 * 3600
    let shown = TestApplication(view: picker, width: 30, height: 2)
    #expect(picker.enterValue("23:30"))
    picker.minimumDate = picker.date - 3600
    picker.maximumDate = picker.date + 7 * 3600
    let keys = [
      ("up", "00:30"), ("down", "23:30"), ("0", "00:30"), ("2", "02:30"), ("left", "02:30"), ("2", "02:30"),
      ("3", "23:30"), ("left", "23:30"), ("1", "01:30"), ("2", "06:30"),
    ]
    for (key, time) in keys {
      try shown.key(key)
      #expect(shown.text[0] == time, "\(key)")
    }
  }

  @Test("a time without a date can be any time between bounds on both sides of midnight")
  func timesAcrossMidnight() throws {
    let picker = DatePicker()
    picker.mode = .time
    let shown = TestApplication(view: picker, width: 30, height: 2)
    #expect(picker.enterValue("22:00"))
    picker.minimumDate = picker.date
    picker.maximumDate = picker.date + 8 * 3600
    #expect(picker.enterValue("23:30"))
    for (key, time) in [("up", "00:30"), ("up", "01:30"), ("down", "00:30"), ("down", "23:30"), ("down", "22:30")] {
      try shown.key(key)
      #expect(shown.text[0] == time, "\(key)")
    }
    for (digit, time) in [("0", "00:30"), ("5", "05:30"), ("0", "05:00"), ("1", "05:01")] {
      try shown.key(digit)
      #expect(shown.text[0] == time, "\(digit)")
    }
    #expect(picker.enterValue("23:00") && shown.text[0] == "23:00")
    #expect(picker.enterValue("06:00") && picker.date == picker.maximumDate)
    try shown.key("up")
    #expect(picker.date == picker.maximumDate)
    #expect(picker.enterValue("12:00") && picker.date == picker.maximumDate)
  }

  @Test(
    "if a date picker's focused part is removed, the last remaining part is focused"
  )
  func fewerDateParts() throws {
    let picker = DatePicker()
    picker.mode = .dateAndTime
    let shown = TestApplication(view: picker, width: 30, height: 2)
    #expect(picker.enterValue("2024-02-15 10:00"))
    try shown.key("right", "right", "right", "right")
    picker.mode = .date
    #expect(picker.mouseEvent(MouseEvent(.wheel(rows: -1), at: .zero)))
    #expect(shown.text[0] == "2024-02-16")
  }

  @Test("a picker selects what is typed, and clamps its selection when its rows change")
  func picker() throws {
    let picker = PickerView()
    picker.components = [["Espresso", "Filter", "Filter with milk", "Tea"], ["small", "large"]]
    let shown = TestApplication(view: picker, width: 40, height: 5)
    try shown.key("f")
    #expect(picker.selectedRows == [1, 0])
    for key in ["i", "l", "t", "e", "r", "space", "w"] { try shown.key(key) }
    #expect(picker.selectedRows == [2, 0])
    try shown.key("right", "end")
    #expect(picker.selectedRows == [2, 1])
    picker.components = [["only"], []]
    #expect(picker.selectedRows == [0, nil])
    #expect(shown.text.joined().contains("only"))
    picker.components = []
    try shown.key("down", "x", "end")
    #expect(shown.text.isEmpty)
  }

  @Test("a picker too narrow for its columns shows the focused one; a click on a mark goes to the next one")
  func narrowPicker() throws {
    let picker = PickerView()
    picker.components = [(1...9).map { "item number \($0)" }, ["red", "green", "blue"]]
    let shown = TestApplication(view: picker, width: 16, height: 3)
    #expect(shown.text == ["               ›", "› item nu… ‹", "  item nu…"])
    try shown.key("right", "down")
    #expect(picker.selectedRows == [0, 1])
    #expect(shown.text == ["‹   red", "  › green ‹", "    blue"])
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 0, y: 0))))
    #expect(picker.selectedRows == [0, 1] && shown.text[1] == "› item nu… ‹")
    try shown.automation.tap("item number 2")
    #expect(picker.selectedRows == [1, 1])
  }

  @Test("a table's search wraps around, reports missing text, and restores the selection on Escape")
  func search() throws {
    let table = TableView()
    table.rows = ["apple", "pear", "plum", "apple pie"]
    let shown = TestApplication(view: table, width: 30, height: 6)
    try shown.key("/", "p", "i")
    #expect(table.focusedRow?.row == 3)
    try shown.key("enter", "n")
    #expect(table.focusedRow?.row == 3)
    try shown.key("/", "a", "p")
    #expect(table.focusedRow?.row == 3)
    try shown.key("down")
    #expect(table.focusedRow?.row == 0)
    try shown.key("z")
    #expect(shown.text.last?.contains("not found") == true)
    try shown.key("escape")
    #expect(table.focusedRow?.row == 3)
    #expect(table.search == nil)
  }

  @Test("a million rows are searched in slices, and a new letter restarts the search")
  func longSearch() throws {
    final class Rows: TableViewDataSource {
      var asked = 0
      func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { 1_000_000 }
      func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
        asked += 1
        return .text("row \(path.row)", detail: nil, accessory: nil)
      }
    }
    let rows = Rows()
    let table = TableView()
    table.dataSource = rows
    let shown = TestApplication(view: table)
    try shown.key("/")
    for key in ["r", "o", "w", "space", "5", "0", "0", "0", "0"] { try shown.key(key) }
    #expect(rows.asked < 100_000)
    shown.application.timers.advance(to: shown.application.timers.now + 10)
    #expect(table.focusedRow?.row == 50_000)
  }

  @Test("deleting rows by an action moves keyboard focus to a neighbour")
  func rowActions() throws {
    final class Rows: TableViewDataSource {
      var items = ["a", "b", "c"]
      func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { items.count }
      func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
        .text(items[path.row], detail: nil, accessory: nil)
      }
      func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] {
        [RowAction(title: "Drop", isDestructive: true) { [self] in items.remove(at: path.row) }]
      }
    }
    let rows = Rows()
    let table = TableView()
    table.dataSource = rows
    let shown = TestApplication(view: table)
    try shown.key("end", "right", "enter")
    #expect(rows.items == ["a", "b"])
    #expect(shown.text == ["  a", "› b"])
    try shown.key("right", "escape", "up", "right")
    try shown.automation.tap("Drop")
    #expect(rows.items == ["b"])
  }

  @Test("a label truncated within a word has one space before it, at any width")
  func cutLabel() {
    for (width, expected) in [
      (14, "Name of the u…"), (15, "Name of the us…"), (11, "Name of th…"), (12, "Name of the…"),
    ] {
      let label = Label()
      label.text = "Name of the user"
      #expect(TestApplication(view: label, width: width, height: 1).text == [expected])
    }
  }
}
