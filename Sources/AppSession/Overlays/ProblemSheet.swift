import Interface

/// Shows what went wrong in the app until it is dismissed.
///
/// There is one sheet for all errors: those that are reported while it is open are added to it, and one that repeats is
/// counted. So an error that a timer raises ten times a second is dismissed by one key.
@MainActor
package final class ProblemSheet: ScreenOverlay {
  private let pane: OverlayPane
  private let text = ConsoleView()
  private let button = Button()
  private var isDismissed = false
  /// Whether it keeps nobody from using the app, as all that it tells.
  private let isBlocking: Bool
  private let isError: Bool
  /// The errors that it shows, in order, and how often each was reported.
  private var errors: [(repeats: RepeatedErrors.Key, text: String, count: Int)] = []
  /// How many errors have their text shown; of more, only the number.
  private static let mostErrors = 20
  private var otherErrors = 0
  private var size: Size

  package init(_ problem: Problem, size: Size) {
    isBlocking = problem.isBlocking
    isError = problem.isError
    self.size = size
    text.startsAtTop = true
    button.title = "OK"
    let content = VStack()
    content.addSubview(text)
    content.addSubview(button)
    pane = OverlayPane(
      title: problem.isError ? "Error in the app" : "Note", frame: Rect(origin: .zero, size: size), content: content)
    if isError { add(problem) } else { text.append(problem.description + "\n") }
    button.onChange = { [weak self] _ in self?.isDismissed = true }
    resize(to: size)
  }

  /// Problems that do not block the app share one sheet, and so do errors.
  package func take(_ problem: Problem) -> Bool {
    if isError, problem.isError {
      add(problem)
    } else if !isBlocking, !problem.isBlocking {
      text.append("\n\(problem)\n")
    } else {
      return false
    }
    resize(to: size)
    return true
  }

  private func add(_ problem: Problem) {
    let key = RepeatedErrors.Key(problem)
    if let index = errors.firstIndex(where: { $0.repeats == key }) {
      errors[index].count += 1
    } else if errors.count < Self.mostErrors {
      errors.append((key, problem.description, 1))
    } else {
      otherErrors += 1
    }
    var shown = errors.map { $0.count > 1 ? "\($0.text)\n(reported \($0.count) times)\n" : "\($0.text)\n" }
    if otherErrors > 0 { shown.append("\(otherErrors) more errors\n") }
    text.replace(with: shown.joined(separator: "\n"))
  }

  package func isDismissed(by event: InputEvent) -> Bool {
    guard !isBlocking else { return false }
    switch event {
    case .key(let key):
      let own: [Key] = isScrollable ? [.escape, .enter, .up, .down, .pageUp, .pageDown] : [.escape, .enter]
      return !own.contains(key.key)
    case .mouse(let mouse): return mouse.action == .press(button: 1) && !pane.frame.contains(mouse.location)
    case .paste: return true
    default: return false
    }
  }

  private var isScrollable: Bool { text.rowCount(width: pane.frame.width - 2) + 3 > pane.frame.height }

  package func resize(to size: Size) {
    self.size = size
    let width = min(size.width, max(30, size.width * 3 / 4))
    let height = min(size.height, text.rowCount(width: width - 2) + 3)
    pane.frame = Rect(x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
  }

  package var keyHints: [KeyHint] { [KeyHint("Enter", "close")] + (isScrollable ? [KeyHint("↑↓", "scroll")] : []) }

  package func draw(over grid: inout Grid, theme: Theme) { pane.draw(over: &grid, theme: theme) }

  package func handle(_ event: InputEvent) -> Bool {
    if case .key(let key) = event {
      switch key.key {
      case .escape, .enter: return true
      case .up: text.scroll(by: 1)
      case .down: text.scroll(by: -1)
      case .pageUp: text.scroll(by: 10)
      case .pageDown: text.scroll(by: -10)
      default: pane.handle(event)
      }
    } else {
      pane.handle(event)
    }
    return isDismissed
  }
}
