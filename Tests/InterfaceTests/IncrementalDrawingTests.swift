import Seeded
import StateRestoration
import TestApplication
import Testing

@testable import Interface

/// Only rows that may have changed are drawn again, after laying out only views that may have changed. A complete layout
/// and drawing is the oracle.
@MainActor
@Suite("Incremental drawing")
struct IncrementalDrawingTests {
  @Test("after any changes, the drawn screen equals a complete drawing", arguments: 1...30 as ClosedRange<UInt64>)
  func equalsCompleteDrawing(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let root = Self.container(depth: 0, &random)
    let controller = Page("screen")
    controller.view = root
    let navigation = NavigationController()
    try navigation.push(controller)
    let shown = TestApplication(navigation, width: 44, height: 18)
    shown.application.hintedCommands = [.help, .commands, .quit]
    for step in 0..<60 {
      for _ in 0..<Int.random(in: 1...2, using: &random) { try Self.change(shown, controller, root, &random) }
      shown.renderTwice("seed \(seed), step \(step)")
      if Bool.random(using: &random) { shown.application.timers.advance(to: shown.application.timers.now + 0.13) }
    }
  }

  @Test("a key draws only the rows of the view that it changes")
  func drawsLittle() throws {
    let (field, other) = (TextField(), CountingView())
    let stack = VStack()
    stack.addSubview(field)
    stack.addSubview(other)
    let shown = TestApplication(view: stack)
    _ = shown.application.render()
    let count = other.drawings
    #expect(count > 0)
    try shown.key("a", "b")
    #expect(shown.text.first?.hasPrefix("ab") == true)
    #expect(other.drawings == count)
    other.setNeedsDisplay()
    _ = shown.application.render()
    #expect(other.drawings == count + 1)
  }

  @Test("frames share the rows that did not change")
  func sharesRows() {
    let (first, second) = (Label(), Label())
    let stack = VStack()
    stack.addSubview(first)
    stack.addSubview(second)
    (first.text, second.text) = ("one", "two")
    let shown = TestApplication(view: stack)
    let before = shown.application.render()
    first.text = "three"
    let after = shown.application.render()
    func address(_ row: [Cell]) -> UnsafePointer<Cell>? { row.withUnsafeBufferPointer { $0.baseAddress } }
    #expect(address(before.rows[1]) == address(after.rows[1]))
    #expect(address(before.rows[0]) != address(after.rows[0]))
  }

  @Test("what a script draws is drawn in every frame, as it may depend on anything")
  func scriptsDrawAlways() {
    let overrides = DrawingOverrides()
    let (view, label) = (View(), Label())
    label.text = "label"
    view.overrides = overrides
    view.height = 2
    let stack = VStack()
    stack.addSubview(label)
    stack.addSubview(view)
    let shown = TestApplication(view: stack)
    #expect(shown.text == ["label", "1"])
    overrides.value = 2
    #expect(shown.text == ["label", "2"])
  }

  @Test("a change made while another view is drawn is visible in the same frame")
  func changesWhileDrawing() {
    let overrides = DrawingOverrides()
    let (label, view) = (Label(), View())
    label.text = "before"
    view.overrides = overrides
    view.height = 1
    let stack = VStack()
    stack.addSubview(label)
    stack.addSubview(view)
    let shown = TestApplication(view: stack)
    _ = shown.application.render()
    overrides.onDraw = { label.text = "after" }
    #expect(shown.text == ["after", "1"])
  }

  // MARK: Changes

  private static func container(depth: Int, _ random: inout SeededGenerator) -> View {
    let view: View = [VStack(), HStack(), ScrollView(), View(), VStack()].randomElement(using: &random) ?? View()
    for _ in 0..<Int.random(in: 2...4, using: &random) {
      if depth < 2, Int.random(in: 0..<3, using: &random) == 0 {
        view.addSubview(container(depth: depth + 1, &random))
      } else if let make = MisuseTests.gallery.randomElement(using: &random)?.make {
        view.addSubview(make())
      }
    }
    return view
  }

  private static func all(in view: View) -> [View] { [view] + view.subviews.flatMap(all) }

  private static func change(
    _ shown: TestApplication, _ controller: ViewController, _ root: View, _ random: inout SeededGenerator
  ) throws {
    let application = shown.application
    guard let view = all(in: root).randomElement(using: &random) else { return }
    switch Int.random(in: 0..<34, using: &random) {
    case 0: view.isHidden.toggle()
    case 1: view.isEnabled.toggle()
    case 2: if view !== root { view.removeFromSuperview() }
    case 3: if let make = MisuseTests.gallery.randomElement(using: &random)?.make { view.addSubview(make()) }
    case 4: view.width = [nil, 1, 7, 20].randomElement(using: &random) ?? nil
    case 5: view.height = [nil, 0, 1, 3].randomElement(using: &random) ?? nil
    case 6: view.border = view.border == .none ? .rounded : .none
    case 7: view.borderTitle = ["", "title", "漢字"].randomElement(using: &random) ?? ""
    case 8: view.padding = Insets(all: Int.random(in: 0...2, using: &random))
    case 9: view.style = Style(background: [.default, .palette(3)].randomElement(using: &random) ?? .default)
    case 10: view.role = [nil, .accent, .bar].randomElement(using: &random) ?? nil
    case 11: view.becomeFirstResponder()
    case 12: view.resignFirstResponder()
    case 13: application.theme = Theme.all.randomElement(using: &random) ?? .terminal
    case 14: application.showsKeyHints.toggle()
    case 15: controller.title = ["", "one", "two"].randomElement(using: &random) ?? ""
    case 16:
      application.keyCommands = Bool.random(using: &random) ? [] : [KeyCommand(title: "Go", input: .control("g")) {}]
    case 17:
      let alert = AlertController()
      alert.title = "Sure?"
      try? controller.present(alert)
    case 18: application.handle(.key(KeyPress(.escape)))
    case 19:
      let size = [(44, 18), (20, 9), (60, 30), (3, 2)].randomElement(using: &random) ?? (44, 18)
      application.resize(to: Size(width: size.0, height: size.1))
    case 20: application.handle(.mouse(MisuseTests.mouse([.wheel(rows: 2), .wheel(rows: -1)], &random)))
    case 21:
      application.handle(.mouse(MisuseTests.mouse([.press(button: 1)], &random)))
      application.handle(.mouse(MisuseTests.mouse([.drag(button: 1), .release(button: 1)], &random)))
    case 22: application.handle(.paste("pasted 漢\nlines"))
    case 23: (view as? ScrollView)?.contentOffset.y += 1
    case 24: application.colorDepth = [.none, .basic, .palette, .full].randomElement(using: &random) ?? .full
    case 25: application.terminalBackground = Bool.random(using: &random) ? .light : .dark
    case 26: application.previewedTheme = [nil, .nord, .light, .terminal].randomElement(using: &random) ?? nil
    case 27: controller.navigationItem.subtitle = Text(["", "2 of 9"].randomElement(using: &random) ?? "")
    case 28: MisuseTests.changeContent(of: view, &random)
    case 29: (view as? StackView)?.alignment = StackView.Alignment.allCases.randomElement(using: &random) ?? .fill
    case 30: application.pasteboard.string = ["", "copied"].randomElement(using: &random) ?? ""
    case 31:
      (view as? TextInput)?.text =
        ["", "text", "a longer text, wider than a field", "漢字 e\u{301}"].randomElement(using: &random) ?? ""
    default: for _ in 0..<2 { application.handle(.key(MisuseTests.key(&random))) }
    }
  }
}

extension TestApplication {
  /// Lays out and draws the changes, and then the whole screen, and expects the same screen.
  @discardableResult
  func renderTwice(_ comment: @autoclosure () -> String = "") -> Grid {
    let grid = application.render()
    application.keyWindow?.forgetDrawing()
    let whole = application.render()
    #expect(grid.cursor == whole.cursor, "\(comment())")
    for y in 0..<max(grid.size.height, whole.size.height) where !grid.isRow(y, equalIn: whole) {
      let (drawn, expected) = (grid.size == whole.size ? grid.lines[y] : "", whole.lines[y])
      Issue.record("row \(y) is outdated: \(drawn) instead of \(expected); \(comment())")
    }
    return grid
  }
}

extension Window {
  /// Discards everything that is kept from one frame to the next.
  fileprivate func forgetDrawing() {
    func forget(_ view: View) {
      // A menu stays where it was opened.
      if view.viewController is OverlayController { return }
      view.setNeedsLayout()
      if let input = view as? TextInput {
        input.knownBindings = nil
        // As after an edit.
        input.editingDidChange()
      }
      view.subviews.forEach(forget)
    }
    forget(content)
    knownBindings = nil
    drawing = WindowDrawing()
  }
}

/// Counts how often it is drawn.
@MainActor
private final class CountingView: View {
  var drawings = 0
  override func sizeThatFits(_ proposal: Size) -> Size { Size(width: 5, height: 2) }
  override func draw(in canvas: Canvas) { drawings += 1 }
}

/// A script whose `draw` shows a number.
@MainActor
private final class DrawingOverrides: MethodOverrides {
  var value = 1
  var onDraw: () -> Void = {}

  func perform(_ message: Message, on receiver: Responder) throws -> Bool {
    guard case .draw(let canvas) = message else { return false }
    onDraw()
    canvas.put("\(value)", x: 0, y: 0)
    return true
  }

  func defines(_ method: String, for receiver: Responder) -> Bool { method == "draw" }
}
