import Seeded
import TestApplication
import Testing

@testable import Interface

/// The screen can be drawn after any mouse events, keys and changes of a view by the app.
@MainActor
@Suite("Random use of every view")
struct MisuseTests {
  /// Views of every kind, with much, little and no content.
  nonisolated static let gallery: [(name: String, make: @MainActor @Sendable () -> View)] = [
    ("label", { labelled("one\ntwo three four five") }),
    ("text field", { field(TextField(), "some text 漢字") }),
    ("password", { field(secure(), "secret") }),
    ("search bar", { field(SearchBar(), "") }),
    ("text view", { field(TextView(), (1...20).map { "line \($0) of a text" }.joined(separator: "\n")) }),
    ("empty text view", { field(TextView(), "") }),
    ("pager", { pager("a\n\nb") }),
    ("button", { button("Press") }),
    ("bar button", { bar() }),
    ("switch", { Switch() }),
    ("checkbox", { checkbox() }),
    ("slider", { Slider() }),
    ("stepper", { Stepper() }),
    ("segments", { segments(["Day", "Week", "Month"]) }),
    ("no segments", { segments([]) }),
    ("choices", { choices(RadioGroup(), ["Day", "Week", "Month"]) }),
    ("toggles", { toggles(["Day", "Week", "Month"]) }),
    ("menu", { choices(PopUpButton(), ["Day", "Week", "Month"]) }),
    ("empty menu", { choices(PopUpButton(), []) }),
    ("picker", { picker([["a", "b", "c"], [], (1...50).map(String.init)]) }),
    ("empty picker", { picker([]) }),
    ("date", { date(.date, .compact) }),
    ("calendar", { date(.date, .inline) }),
    ("date and time", { date(.dateAndTime, .compact) }),
    ("progress", { ProgressView() }),
    ("activity", { ActivityIndicator() }),
    ("gauge", { Gauge() }),
    ("course", { course() }),
    ("bars", { bars() }),
    ("list", { list(40) }),
    ("empty list", { list(0) }),
    ("sections", { SectionedRows.shared.table() }),
    ("scroll view", { scrolled() }),
    ("stack", { stack() }),
    ("grid", { GridView() }),
    ("picture", { ImageView() }),
  ]

  @Test("random mouse positions, keys, sizes and changes in between are safe", arguments: gallery.map(\.name))
  func survives(name: String) throws {
    let make = try #require(Self.gallery.first { $0.name == name }).make
    for seed in 1...5 as ClosedRange<UInt64> {
      var random = SeededGenerator(state: seed)
      let tabs = TabBarController()
      try tabs.setViewControllers([try navigation(to: make()), Page("other")])
      let shown = TestApplication(tabs)
      for _ in 0..<20 { Self.step(shown, make, &random) }
    }
  }

  @Test("a selection dragged above a text extends to its start, below it to its end")
  func selectionOutOfText() {
    let text = TextView()
    text.text = "first\nsecond"
    let shown = TestApplication(view: text, width: 12, height: 4)
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 3, y: 1))))
    shown.application.handle(.mouse(MouseEvent(.drag(button: 1), at: Point(x: 3, y: -2))))
    #expect(text.selectedRange == .init(location: 0, length: 9, direction: .backward))
    shown.application.handle(.mouse(MouseEvent(.drag(button: 1), at: Point(x: 0, y: 9))))
    #expect(text.selectedRange == .init(location: 9, length: 3))
  }

  @Test("a selection of the greatest length extends to the end of the text")
  func selectionToEnd() {
    let text = TextView()
    text.text = "first\nsecond"
    text.selectedRange = .init(location: 6, length: .max)
    #expect(text.selectedRange == .init(location: 6, length: 6))
  }

  @Test("an application records the time of its saves")
  func wallClock() {
    #expect(Application(identifier: "test").wallClock() > 1_700_000_000)
  }

  @Test("scroll bars work with any number of rows")
  func scrollBars() {
    for total in [0, 1, 5, 6, 1000, 1 << 40, .max] {
      for visible in [0, 1, 5, 200] {
        for offset in [0, 1, total / 2, total] {
          let bar = ScrollBar(total: total, visible: visible, offset: offset)
          let canvas = Canvas(grid: Grid(size: Size(width: 1, height: 5)))
          bar.draw(in: canvas, along: .vertical, at: 0, theme: .terminal)
          for row in [-1_000_000, -1, 0, 2, visible, 1_000_000] {
            let line = bar.offset(atRow: row)
            #expect(line >= 0 && line <= max(0, total - visible))
          }
        }
      }
    }
    #expect(ScrollBar(total: 100, visible: 10, offset: 0).offset(atRow: 9) == 90)
  }

  // MARK: Steps

  private static func step(_ shown: TestApplication, _ make: @MainActor () -> View, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: drag(shown, make, &random)
    case 4: shown.application.handle(.mouse(mouse([.wheel(rows: 3), .wheel(rows: .min), .wheel(rows: .max)], &random)))
    case 5..<8: for _ in 0..<3 { shown.application.handle(.key(key(&random))) }
    case 8: shown.application.handle(.paste(["", "x", "a\nb\n", "漢\u{7}\u{200d}"].randomElement(using: &random) ?? ""))
    case 9:
      let size = [(1, 1), (0, 0), (2, 1), (1, 9), (10, 3), (20, 5), (30, 8), (80, 24)].randomElement(using: &random)
      if let size { shown.application.resize(to: Size(width: size.0, height: size.1)) }
    default: change(shown, make, &random)
    }
    let grid = shown.renderTwice()
    #expect(grid.size == shown.application.screenSize)
    if let cursor = grid.cursor { #expect(Rect(origin: .zero, size: grid.size).contains(cursor)) }
    _ = shown.application.keyWindow?.accessibilityElements.map(\.text)
    // Time passes, so that deferred work is done.
    shown.application.timers.advance(to: shown.application.timers.now + 0.05)
  }

  /// Presses in an interactive view, drags anywhere while the app may change it, and releases.
  private static func drag(_ shown: TestApplication, _ make: @MainActor () -> View, _ random: inout SeededGenerator) {
    let button = Int.random(in: 0..<5, using: &random) == 0 ? 3 : 1
    var press = mouse([.press(button: button)], &random)
    if let view = shown.application.keyWindow?.focusableViews.randomElement(using: &random), !view.bounds.isEmpty {
      press.location = view.convertToWindow(
        Point(
          x: Int.random(in: 0..<view.bounds.width, using: &random),
          y: Int.random(in: 0..<view.bounds.height, using: &random)))
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) { shown.application.handle(.mouse(press)) }
    if Int.random(in: 0..<4, using: &random) == 0 { change(shown, make, &random) }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      shown.application.handle(.mouse(mouse([.drag(button: button)], &random)))
    }
    shown.application.handle(.mouse(mouse([.release(button: button), .drag(button: 1)], &random)))
  }

  static func mouse(_ actions: [MouseEvent.Action], _ random: inout SeededGenerator) -> MouseEvent {
    func coordinate() -> Int {
      [Int.random(in: 0..<12, using: &random), Int.random(in: -12..<40, using: &random), .max, .min, -1, 0]
        .randomElement(using: &random) ?? 0
    }
    return MouseEvent(
      actions.randomElement(using: &random) ?? .press(button: 1), at: Point(x: coordinate(), y: coordinate()),
      modifiers: Int.random(in: 0..<5, using: &random) == 0 ? .shift : [])
  }

  private static let keys: [Key] = [
    .enter, .tab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
    .function(1), .character("a"), .character(" "), .character("/"), .character("n"), .character("?"), .character("9"),
    .character("p"), .character("t"), .character("-"), .character("漢"), .character("c"), .character("v"),
  ]

  static func key(_ random: inout SeededGenerator) -> KeyPress {
    let modifiers: [Modifiers] = [[], [], [], .shift, .control, .alt, [.shift, .control]]
    return KeyPress(
      keys.randomElement(using: &random) ?? .enter, modifiers: modifiers.randomElement(using: &random) ?? [])
  }

  /// Changes a view as an app may while the user works with it.
  private static func change(_ shown: TestApplication, _ make: @MainActor () -> View, _ random: inout SeededGenerator) {
    guard let tabs = shown.root as? TabBarController, let stack = tabs.viewControllers.first as? NavigationController,
      let view = stack.viewControllers.first?.view
    else { return }
    let target = view.subviews.first ?? view
    switch Int.random(in: 0..<14, using: &random) {
    case 0: target.isHidden.toggle()
    case 1: target.isEnabled.toggle()
    case 2: target.removeFromSuperview()
    case 3: view.addSubview(make())
    case 4: target.width = [nil, 0, 1, 7].randomElement(using: &random) ?? nil
    case 5: target.height = [nil, 0, 1, 3].randomElement(using: &random) ?? nil
    case 6: target.border = target.border == .none ? .rounded : .none
    case 7: target.padding = Insets(all: Int.random(in: 0...3, using: &random))
    case 8: target.onChange = { $0.removeFromSuperview() }
    case 9: target.becomeFirstResponder()
    case 10: try? stack.push(screen(make()))
    case 11: _ = stack.pop()
    case 12:
      let alert = AlertController()
      alert.title = "Sure?"
      try? stack.present(alert)
    default: changeContent(of: target, &random)
    }
  }

  static func changeContent(of view: View, _ random: inout SeededGenerator) {
    switch view {
    case let input as TextInput: input.text = ["", "x", "a\nb\nc\nd\ne", "漢字"].randomElement(using: &random) ?? ""
    case let table as TableView where table.dataSource == nil:
      table.rows = Array(repeating: "row", count: [0, 1, 3, 500].randomElement(using: &random) ?? 0)
    case let table as TableView:
      SectionedRows.shared.counts = [[], [0], [0, 3], [9, 0, 40], [1]].randomElement(using: &random) ?? []
      table.isEditing.toggle()
      if Bool.random(using: &random) { table.reloadData() }
    case let control as SegmentedControl:
      control.segments = [[], ["a"], ["b", "c"]].randomElement(using: &random) ?? []
    case let picker as PickerView: picker.components = [[], [[]], [["a"], ["b"]]].randomElement(using: &random) ?? []
    case let picker as DatePicker:
      picker.mode = DatePicker.Mode.allCases.randomElement(using: &random) ?? .date
      picker.date = [0, -1e12, 1e12, 1e300].randomElement(using: &random) ?? 0
    case let control as NumberControl:
      control.maximumValue = [0, 1, 1e308, -5].randomElement(using: &random) ?? 0
      control.minimumValue = [0, -1e308, 3].randomElement(using: &random) ?? 0
    case let label as Label: label.text = ["", "a\tb", "漢"].randomElement(using: &random) ?? ""
    default: break
    }
  }

  // MARK: Views

  private func navigation(to view: View) throws -> NavigationController {
    let navigation = NavigationController()
    try navigation.push(Self.screen(view))
    return navigation
  }
  private static func screen(_ view: View) -> ViewController {
    let stack = VStack()
    stack.addSubview(view)
    stack.addSubview(button("Other"))
    let controller = ViewController()
    controller.view = stack
    return controller
  }
  private static func labelled(_ text: String) -> View {
    let label = Label()
    label.text = text
    return label
  }
  private static func secure() -> TextField {
    let field = TextField()
    field.isSecure = true
    return field
  }
  private static func field(_ input: TextInput, _ text: String) -> View {
    input.text = text
    return input
  }
  private static func pager(_ text: String) -> View {
    let view = TextView()
    view.isEditable = false
    view.text = text
    return view
  }
  private static func button(_ title: String) -> Button {
    let button = Button()
    button.title = title
    return button
  }
  private static func bar() -> View {
    let bar = Toolbar()
    let item = BarButtonItem()
    item.title = "Add"
    bar.items = [item]
    return bar
  }
  private static func segments(_ titles: [String]) -> View {
    let control = SegmentedControl()
    control.segments = titles
    return control
  }
  private static func checkbox() -> View {
    let checkbox = Checkbox()
    checkbox.title = "Wrap lines"
    return checkbox
  }
  private static func choices(_ control: ChoiceControl, _ items: [String]) -> View {
    control.items = items
    return control
  }
  private static func toggles(_ items: [String]) -> View {
    let group = ToggleGroup()
    group.items = items
    return group
  }
  private static func course() -> View {
    let line = Sparkline()
    line.values = [0, 1, .nan, -3, 1e300]
    return line
  }
  private static func bars() -> View {
    let chart = BarChart()
    chart.bars = [.init(label: "a", value: 1), .init(label: "漢字", value: -.infinity)]
    return chart
  }
  private static func picker(_ components: [[String]]) -> View {
    let picker = PickerView()
    picker.components = components
    return picker
  }
  private static func date(_ mode: DatePicker.Mode, _ style: DatePicker.Style) -> View {
    let picker = DatePicker()
    picker.mode = mode
    picker.preferredStyle = style
    return picker
  }
  private static func list(_ count: Int) -> View {
    let table = TableView()
    table.rows = (0..<count).map { Text("row \($0)") }
    return table
  }
  private static func scrolled() -> View {
    let scroll = ScrollView()
    for index in 0..<30 { scroll.addSubview(button("a long title of button \(index)")) }
    return scroll
  }
  private static func stack() -> View {
    let stack = HStack()
    stack.spacing = 2
    for view in [button("a"), field(TextField(), ""), Divider(), Spacer(), button("b")] { stack.addSubview(view) }
    return stack
  }
}

/// Rows in sections, some with titles, that can be deleted, moved and swiped. The table may not have reloaded after a
/// change.
@MainActor
private final class SectionedRows: TableViewDataSource {
  static let shared = SectionedRows()
  var counts = [3, 0, 20]

  func table() -> TableView {
    counts = [3, 0, 20]
    let table = TableView()
    table.allowsMultipleSelection = true
    table.dataSource = self
    return table
  }

  func numberOfSections(in table: TableView) -> Int { counts.count }
  func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int {
    counts.indices.contains(section) ? counts[section] : 0
  }
  func tableView(_ table: TableView, titleForHeaderInSection section: Int) -> Text? {
    section.isMultiple(of: 2) ? "section \(section)" : nil
  }
  func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
    if path.row == 1 {
      let field = TextField()
      return .view(field)
    }
    return .text("row \(path.row)", detail: "x", accessory: ">")
  }
  func tableView(_ table: TableView, commitDeleteAt path: IndexPath) -> Bool {
    guard counts.indices.contains(path.section), counts[path.section] > 0 else { return false }
    counts[path.section] -= 1
    return true
  }
  func tableView(_ table: TableView, moveRowAt from: IndexPath, to: IndexPath) -> Bool { true }
  func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] {
    [
      RowAction(title: "Empty", isDestructive: true) { self.counts = [] },
      RowAction(title: "Keep") {},
    ]
  }
}
