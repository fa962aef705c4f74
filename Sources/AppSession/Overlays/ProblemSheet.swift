import Interface

/// Tells the person what went wrong in the app, until it is put away.
@MainActor
package final class ProblemSheet: ScreenOverlay {
  private let pane: OverlayPane
  private let text = ConsoleView()
  private let button = Button()
  private var isDismissed = false

  package init(_ problem: Problem, size: Size) {
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

  package func resize(to size: Size) {
    let width = min(size.width, max(30, size.width * 3 / 4))
    let height = min(size.height, text.rowCount(width: width - 2) + 3)
    pane.frame = Rect(x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
  }

  package var keyHints: [KeyHint] { [KeyHint("Enter", "put away"), KeyHint("↑↓", "scroll")] }

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
