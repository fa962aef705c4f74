import Interface
import Loop

/// A sentence over one line of the screen: for a while, until what it says is over, or until the user closes it.
@MainActor
package final class ScreenNotice {
  private var text: String?
  private var timer: TimerQueue.Timer?
  /// What is said as long as it is true, while nothing else is.
  package var lasting: String?
  /// What is shown until the user closes it with Escape or a click on it, while nothing is shown for a while.
  package var pinned: String?
  /// The line that it was drawn in last.
  private var line: Int?

  package init() {}

  /// Says something for so many seconds.
  package func show(_ text: String, for seconds: Double, in application: Application) {
    self.text = text
    timer?.cancel()
    timer = application.timers.after(seconds) { [weak self] in self?.hide() }
  }

  /// What was said for a while is over.
  package func hide() {
    text = nil
    timer?.cancel()
    timer = nil
  }

  /// Closes what is shown until the user closes it, if an event asks for that.
  package func closes(on event: InputEvent) -> Bool {
    guard pinned != nil, text == nil else { return false }
    switch event {
    case .key(let key) where key == KeyPress(.escape): break
    case .mouse(let mouse) where mouse.action == .press(button: 1) && mouse.location.y == line: break
    default: return false
    }
    pinned = nil
    return true
  }

  /// In the last line, or in the first while the user types in the last.
  package func draw(over grid: inout Grid, theme: Theme) {
    line = nil
    guard let text = text ?? pinned ?? lasting, grid.size.height > 0 else { return }
    let canvas = Canvas(grid: grid, base: theme[.text])
    let cursor = grid.cursor
    let last = grid.size.height - 1
    let line = Rect(x: 0, y: cursor?.y == last ? 0 : last, width: grid.size.width, height: 1)
    canvas.fill(line, style: theme[.barTitle])
    canvas.put(" \(text)".truncated(to: line.width), x: 0, y: line.minY, style: theme[.barTitle])
    if self.text == nil, pinned != nil {
      self.line = line.minY
      let hint = "Esc closes "
      if text.cellWidth + hint.cellWidth + 3 <= line.width {
        canvas.put(hint, x: line.width - hint.cellWidth, y: line.minY, style: theme[.barTitle])
      }
    }
    grid = canvas.grid
    grid.cursor = cursor?.y == line.minY ? nil : cursor
  }
}
