import Interface

/// Tells the person what went wrong in the app, until it is put away.
@MainActor
package final class ProblemSheet: ScreenOverlay {
  private let pane: OverlayPane
  private let text = ConsoleView()
  private let button = Button()
  private var isDismissed = false
  /// Whether it keeps nobody from using the app, as all that it tells.
  private let givesWay: Bool
  private var size: Size

  package init(_ problem: Problem, size: Size) {
    givesWay = problem.givesWay
    self.size = size
    text.startsAtTop = true
    text.append(problem.description + "\n")
    button.title = "OK"
    let content = VStack()
    content.addSubview(text)
    content.addSubview(button)
    pane = OverlayPane(
      title: problem.isError ? "An error in the app" : "Note", frame: Rect(origin: .zero, size: size), content: content)
    button.onChange = { [weak self] _ in self?.isDismissed = true }
    resize(to: size)
  }

  /// What keeps nobody from using the app is told in one sheet.
  package func take(_ problem: Problem) -> Bool {
    guard givesWay, problem.givesWay else { return false }
    text.append("\n\(problem)\n")
    resize(to: size)
    return true
  }

  package func givesWay(to event: InputEvent) -> Bool {
    guard givesWay else { return false }
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

  package var keyHints: [KeyHint] { [KeyHint("Enter", "put away")] + (isScrollable ? [KeyHint("↑↓", "scroll")] : []) }

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
