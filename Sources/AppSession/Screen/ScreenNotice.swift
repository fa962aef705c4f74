import Interface

/// A sentence over one line of the screen, which takes no keys: for a while, or until what it says is over.
@MainActor
package final class ScreenNotice {
  private var text: String?
  private var timer: TimerQueue.Timer?
  /// What is said as long as it is true, while nothing else is.
  package var lasting: String?

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

  /// In the last line, or in the first while the person types in the last.
  package func draw(over grid: inout Grid, theme: Theme) {
    guard let text = text ?? lasting, grid.size.height > 0 else { return }
    let canvas = Canvas(grid: grid, base: theme[.text])
    let cursor = grid.cursor
    let last = grid.size.height - 1
    let line = Rect(x: 0, y: cursor?.y == last ? 0 : last, width: grid.size.width, height: 1)
    canvas.fill(line, style: theme[.barTitle])
    canvas.put(" \(text)".truncated(to: line.width), x: 0, y: line.minY, style: theme[.barTitle])
    grid = canvas.grid
    grid.cursor = cursor?.y == line.minY ? nil : cursor
  }
}
