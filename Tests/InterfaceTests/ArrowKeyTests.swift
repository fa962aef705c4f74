import Seeded
import TestApplication
import Testing

@testable import Interface

/// Arrow keys stay within the controls that use them.
@Suite("Arrow keys")
@MainActor
struct ArrowKeyTests {
  /// The documented rule for a control: the axes along which arrows never leave it.
  private struct Rule {
    let name: String
    let staying: Set<Axis>
    /// Whether the control may also use keys along the other axis.
    var mayUse = false
    let make: @MainActor () -> View
  }

  private static func with<Kind: View>(_ view: Kind, _ prepare: (Kind) -> Void) -> View {
    prepare(view)
    return view
  }

  private static let rules = [
    Rule(name: "button", staying: []) { with(Button()) { $0.title = "Go" } },
    Rule(name: "switch", staying: []) { Switch() },
    Rule(name: "checkbox", staying: []) { Checkbox() },
    Rule(name: "segments", staying: [], mayUse: true) { with(SegmentedControl()) { $0.segments = ["a", "b", "c"] } },
    Rule(name: "pop-up", staying: []) { with(PopUpButton()) { $0.items = ["a", "b"] } },
    Rule(name: "field", staying: [.horizontal]) { with(TextField()) { $0.text = "two words" } },
    Rule(name: "empty field", staying: [.horizontal]) { TextField() },
    Rule(name: "text", staying: [.horizontal, .vertical]) {
      with(TextView()) {
        $0.text = "one\ntwo"
        $0.height = 3
      }
    },
    Rule(name: "pager", staying: [.vertical]) {
      with(TextView()) {
        $0.isEditable = false
        $0.text = "one\ntwo\nthree\nfour"
        $0.height = 3
      }
    },
    Rule(name: "rows", staying: [.vertical]) {
      with(TableView()) {
        $0.rows = ["a", "b", "c"]
        $0.height = 2
      }
    },
    Rule(name: "no rows", staying: [.vertical]) { with(TableView()) { $0.height = 2 } },
    Rule(name: "columns", staying: [.horizontal, .vertical]) {
      with(TableView()) {
        $0.columns = [TableColumn("One"), TableColumn("Two")]
        $0.rows = ["a", "b"]
        $0.height = 3
      }
    },
    Rule(name: "outline", staying: [.horizontal, .vertical]) { with(OutlineView()) { $0.height = 2 } },
    Rule(name: "wheel", staying: [.vertical]) { with(PickerView()) { $0.components = [["a", "b"]] } },
    Rule(name: "wheels", staying: [.horizontal, .vertical]) {
      with(PickerView()) { $0.components = [["a", "b"], ["c", "d"]] }
    },
    Rule(name: "date", staying: [.horizontal, .vertical]) { DatePicker() },
    Rule(name: "slider", staying: [.horizontal]) { Slider() },
    Rule(name: "radio group", staying: [.vertical]) { with(RadioGroup()) { $0.items = ["a", "b", "c"] } },
    Rule(name: "toggle group", staying: [.vertical]) { with(ToggleGroup()) { $0.items = ["a", "b", "c"] } },
    Rule(name: "scroll view", staying: [.vertical]) {
      with(ScrollView()) { scroll in
        let label = Label()
        label.text = "one\ntwo\nthree\nfour"
        scroll.addSubview(label)
        scroll.height = 2
      }
    },
  ]

  @Test("random walks with arrows and Tab follow the documented rule from every control", arguments: 0..<12)
  func walks(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let rules = Self.rules.shuffled(using: &random)
    let stack = VStack()
    let views = rules.map { $0.make() }
    views.forEach(stack.addSubview)
    let shown = TestApplication(view: stack, width: 60, height: 120)
    _ = shown.text
    #expect(shown.firstResponder === views[0])
    let keys: [(KeyPress, Axis?, Int)] = [
      (.up, .vertical, -1), (.down, .vertical, 1), (.left, .horizontal, -1), (.right, .horizontal, 1), (.tab, nil, 1),
      (.key(.tab, .shift), nil, -1),
    ]
    for _ in 0..<150 {
      let place = try #require(views.firstIndex { $0 === shown.firstResponder })
      let (key, axis, step) = keys[Int.random(in: 0..<keys.count, using: &random)]
      // Several times, to reach the end of the control.
      for _ in 0..<(axis == nil ? 1 : Int.random(in: 1...6, using: &random)) {
        let before = try #require(views.firstIndex { $0 === shown.firstResponder })
        shown.application.handle(.key(key))
        let after = try #require(views.firstIndex { $0 === shown.firstResponder })
        let next = (before + step + views.count) % views.count
        let rule = rules[before]
        let allowed = axis.map(rule.staying.contains) == true ? [before] : rule.mayUse ? [before, next] : [next]
        #expect(allowed.contains(after), "\(key) in \(rule.name)")
      }
      if Bool.random(using: &random) { shown.application.keyWindow?.makeFirstResponder(views[place]) }
    }
  }

  @Test("an arrow key at the edge of a row list is not passed on to its container")
  func ancestors() throws {
    let (scroll, table, label) = (ScrollView(), TableView(), Label())
    table.rows = ["a", "b"]
    table.height = 2
    label.text = (1...30).map(String.init).joined(separator: "\n")
    scroll.addSubview(table)
    scroll.addSubview(label)
    let shown = TestApplication(view: scroll)
    table.becomeFirstResponder()
    for _ in 0..<5 { try shown.key("down") }
    #expect(shown.firstResponder === table && scroll.contentOffset == .zero)
    #expect(table.focusedIndexPath == IndexPath(section: 0, row: 1))
  }
}
