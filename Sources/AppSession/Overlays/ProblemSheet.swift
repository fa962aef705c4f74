import Interface

/// Shows problems until the user dismisses them; advice until the next input.
///
/// There is one sheet for all errors: those that are reported while it is open are added to it, and one that repeats is
/// counted. So one key dismisses an error that a timer raises ten times a second.
@MainActor
final class ProblemSheet: OverlayController {
  private let text = ConsoleView()
  private let severity: Problem.Severity
  /// The errors, in order, and the number of reports of each while the sheet is open.
  private var errors: [(identity: ReportedProblems.Identity, text: String, count: Int)] = []
  /// The maximum number of errors with text; further errors are only counted.
  private static let maximumErrors = 20
  private var otherErrors = 0

  /// Creates a sheet with its first problem.
  init(_ problem: Problem) {
    severity = problem.severity
    super.init()
    title = severity == .error ? "Error in the app" : "Note"
    text.startsAtTop = true
    if severity == .error { add(problem) } else { text.append("\(problem)\n") }
  }

  package override func loadView() {
    let button = Button()
    button.title = "OK"
    button.onChange = { [weak self] _ in self?.close() }
    let content = VStack()
    content.addSubview(text)
    content.addSubview(button)
    view = content
  }

  /// Adds a problem. Returns false unless the sheet and the problem are both errors or both advice.
  package override func take(_ problem: Problem) -> Bool {
    guard problem.severity == severity else { return false }
    switch severity {
    case .error: add(problem)
    case .advice: text.append("\n\(problem)\n")
    case .note, .warning: return false
    }
    return true
  }

  private func add(_ problem: Problem) {
    let identity = ReportedProblems.Identity(problem)
    if let index = errors.firstIndex(where: { $0.identity == identity }) {
      errors[index].count += 1
    } else if errors.count < Self.maximumErrors {
      errors.append((identity, problem.description, 1))
    } else {
      otherErrors += 1
    }
    var shown = errors.map { $0.count > 1 ? "\($0.text)\n(reported \($0.count) times)\n" : "\($0.text)\n" }
    if otherErrors > 0 { shown.append("\(otherErrors) more errors\n") }
    text.replace(with: shown.joined(separator: "\n"))
  }

  package override var paneFrame: Rect {
    let width = min(screenSize.width, max(30, screenSize.width * 3 / 4))
    let height = min(screenSize.height, neededHeight(width: width))
    return Rect(
      x: (screenSize.width - width) / 2, y: (screenSize.height - height) / 2, width: width, height: height)
  }

  /// Returns the height for the whole text and the button, in a frame of a width.
  private func neededHeight(width: Int) -> Int {
    text.rowCount(width: OverlayPane.contentWidth(inFrameOf: width, on: screenSize)) + 1
      + OverlayPane.borderRows(on: screenSize)
  }

  private var isScrollable: Bool { neededHeight(width: paneFrame.width) > paneFrame.height }

  package override var keyHints: [KeyHint] {
    [KeyHint("Enter", "close")] + (isScrollable ? [KeyHint("↑↓", "scroll")] : [])
  }

  package override var keyBindings: [KeyBinding] {
    [
      KeyBinding(nil, [.enter: { self.close() }]),
      KeyBinding(
        "Scroll",
        [
          .up: { self.text.scroll(by: 1) }, .down: { self.text.scroll(by: -1) },
          .pageUp: { self.text.scroll(by: 10) }, .pageDown: { self.text.scroll(by: -10) },
        ]),
    ] + super.keyBindings
  }

  /// Advice closes on any input that is not for the sheet; the app receives that input.
  package override func respond(to event: InputEvent, deliver: (InputEvent) -> Void) -> Response {
    if severity == .advice, !isOwn(event) { return .closesAndPasses }
    deliver(event)
    return .handled
  }

  private func isOwn(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      let own: [Key] = isScrollable ? [.escape, .enter, .up, .down, .pageUp, .pageDown] : [.escape, .enter]
      return own.contains(key.key)
    case .mouse(let mouse): return mouse.action != .press(button: 1) || paneFrame.contains(mouse.location)
    case .paste: return false
    case .resize: return true
    }
  }
}
