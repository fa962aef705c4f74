import Interface

/// A sentence in the last line of the screen, for a while.
@MainActor
package final class ScreenNotice {
  private var text: String?
  private var timer: TimerQueue.Timer?

  package init() {}

  /// Says something for so many seconds.
  package func show(_ text: String, for seconds: Double, in application: Application) {
    self.text = text
    timer?.cancel()
    timer = application.timers.after(seconds) { [weak self] in self?.hide() }
  }

  package func hide() {
    text = nil
    timer?.cancel()
    timer = nil
  }

  package func draw(over grid: inout Grid, theme: Theme) {
    guard let text, grid.size.height > 0 else { return }
    let canvas = Canvas(grid: grid, base: theme[.text])
    let line = Rect(x: 0, y: grid.size.height - 1, width: grid.size.width, height: 1)
    canvas.fill(line, style: theme[.barTitle])
    canvas.put(" \(text)".truncated(to: line.width), x: 0, y: line.minY, style: theme[.barTitle])
    let cursor = grid.cursor
    grid = canvas.grid
    if cursor?.y != line.minY { grid.cursor = cursor } else { grid.cursor = nil }
  }
}
