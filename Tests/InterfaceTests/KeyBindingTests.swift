import TestApplication
import Testing

@testable import Interface

@Suite("Key bindings")
@MainActor
struct KeyBindingTests {
  private final class Asking: View {
    var done: [String] = []
    var canUndo = false
    override var canBecomeFirstResponder: Bool { true }
    override var keyBindings: [KeyBinding] {
      [
        KeyBinding("Decrease, increase", [.left: { self.done.append("less") }, .right: { self.done.append("more") }]),
        KeyBinding("Undo", trying: [.control("z"): { self.undo() }]),
        KeyBinding(nil, .digits(1...3, .alt)) { key in
          self.done.append("digit \(key.digit ?? 0)")
          return true
        },
        KeyBinding(
          "Anything else",
          trying: [
            .control("z"): {
              self.done.append("else")
              return true
            }
          ]),
      ]
    }
    private func undo() -> Bool {
      if canUndo { done.append("undo") }
      return canUndo
    }
  }

  @Test("a key goes to the first binding that handles it")
  func dispatch() {
    let view = Asking()
    #expect(view.keyPressed(.left) && view.keyPressed(.right) && view.keyPressed(.alt("2")))
    #expect(!view.keyPressed(.alt("4")) && !view.keyPressed(.character("2")) && !view.keyPressed(.up))
    #expect(view.keyPressed(.control("z")))
    view.canUndo = true
    #expect(view.keyPressed(.control("z")))
    #expect(view.done == ["less", "more", "digit 2", "else", "undo"])
  }

  @Test("a disabled view gets no keys")
  func disabled() {
    let view = Asking()
    view.isEnabled = false
    #expect(!view.keyPressed(.left))
    #expect(view.done.isEmpty)
  }

  @Test("the help writes keys as they are dispatched, and omits bindings without a description")
  func help() {
    #expect(
      Asking().keyHelp == [
        KeyHelp("← →", "Decrease, increase"), KeyHelp("Ctrl+Z", "Undo"), KeyHelp("Ctrl+Z", "Anything else"),
      ])
    #expect(KeySet.digits(1...9, .alt).description == "Alt+1 … Alt+9")
    #expect(KeySet.anyModifiers([.pageUp, .pageDown]).description == "PageUp PageDown")
    #expect(KeySet.anyModifiers([.pageUp]).contains(.key(.pageUp, .shift)))
    #expect(KeySet.keys([.key(.left, .control), .character("?"), .function(1)]).description == "Ctrl+← ? F1")
  }

  private func control<Kind: View>(_ view: Kind, _ prepare: (Kind) -> Void = { _ in }) -> View {
    prepare(view)
    return view
  }

  /// Focusable views, each in a state in which every key in its help has an effect.
  private var controls: [View] {
    let date = 1_000_000.0 * 86_400 / 1000
    return [
      control(Button()) { $0.title = "Save" }, Switch(),
      control(Slider()) { $0.value = 0.5 }, control(Stepper()) { $0.value = 50 },
      control(SegmentedControl()) {
        $0.segments = (1...9).map(String.init)
        $0.selectedSegmentIndex = 4
      },
      control(PickerView()) { $0.components = [["a", "b", "c"], ["d", "e"]] },
      control(DatePicker()) { $0.date = date },
      control(DatePicker()) {
        $0.date = date
        $0.preferredStyle = .inline
      },
      control(TextField()) { $0.text = "two words" }, control(SearchBar()) { $0.text = "two words" },
      control(TextView()) { $0.text = "two words\nand three more\nand more" },
      control(TableView()) { $0.rows = ["a", "b", "c"] },
      control(TableView()) {
        $0.rows = ["a", "b", "c"]
        $0.allowsMultipleSelection = true
      },
    ]
  }

  @Test("every key in a control's help has an effect")
  func everyKey() throws {
    for (index, sample) in controls.enumerated() {
      for binding in sample.keyBindings where binding.title != nil {
        let keys: [KeyPress] =
          switch binding.keys {
          case .keys(let keys): keys
          case .anyModifiers(let keys): keys.map { KeyPress($0) }
          case .digits(let range, let modifiers):
            range.map { KeyPress(.character(Character(String($0))), modifiers: modifiers) }
          case .kind: [.character("b")]
          }
        for key in keys {
          let view = controls[index]
          let shown = TestApplication(view: view, width: 40, height: 12)
          view.becomeFirstResponder()
          _ = shown.text
          if let input = view as? TextInput {
            if input.text.isEmpty { input.text = "two words" }
            input.selectedRange = .init(location: 4, length: 2)
          }
          // A value at its end cannot go further, but from the other end it can.
          let places: [[KeyPress]] = [[], [.home], [.home, .down, .right], [.end]]
          let isDone = places.contains { place in
            for step in place { _ = view.keyPressed(step) }
            return view.keyPressed(key)
          }
          #expect(isDone, "\(type(of: view)): \(key) (\(binding.title ?? ""))")
        }
      }
    }
  }

  @Test("the key help of text views is stable")
  func texts() {
    #expect(
      TextView().keyHelp.map { "\($0.keys): \($0.title)" } == [
        "PageUp PageDown: Page up, down", "Ctrl+← Ctrl+→: Move by word", "Shift+← Shift+→: Select", "Alt+A: Select all",
        "Ctrl+C Ctrl+X: Copy, cut the selection", "Ctrl+V: Paste",
        "Ctrl+_ Alt+Y: Undo, redo", "Ctrl+K Ctrl+U Ctrl+W: Delete to end, start, word",
        "Ctrl+Y: Paste the deleted text", "Ctrl+T: Transpose two characters",
      ])
  }

  @Test("a letter with Control and Alt counts as Control; a letter with Shift is the letter itself")
  func modifiers() {
    var text = TextEditing()
    text.text = "one two"
    func press(_ key: KeyPress) -> Bool { text.handle(key) }
    #expect(press(.key(.character("w"), [.control, .alt])))
    #expect(text.text == "one ")
    #expect(press(.key(.character("T"), .shift)))
    #expect(text.text == "one T")
    #expect(press(.key(.left, [.control, .shift])))
    #expect(text.selectedText == "T")
    #expect(!press(.up) && !press(.function(2)) && !press(.control("r")))
  }

  @Test("a hint for the key ^ and another one does not read as Ctrl")
  func caretHint() {
    #expect(KeySet.keys([.character("^"), .up]).hint == "↑^")
    #expect(KeySet.keys([.left, .right]).hint == "←→")
    #expect(KeySet.keys([.control("s"), .up]).hint == "^S/↑")
  }

  @Test("a row's actions are requested when the help opens, and not for every key")
  func rowActions() {
    @MainActor
    final class Rows: TableViewDataSource {
      var asked = 0
      func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { 3 }
      func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
        .text("row", detail: nil, accessory: nil)
      }
      func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] {
        asked += 1
        return [RowAction(title: "Drop") {}]
      }
    }
    let (rows, table) = (Rows(), TableView())
    table.dataSource = rows
    let shown = TestApplication(view: table, width: 20, height: 5)
    table.becomeFirstResponder()
    _ = shown.text
    #expect(table.keyPressed(.down) && table.keyPressed(.up) && table.keyPressed(.enter))
    #expect(rows.asked == 0)
    #expect(table.keyHelp.contains(KeyHelp("→", "Row actions")))
    #expect(rows.asked == 1)
  }
}
