import Loop

/// Short messages that are shown over the screen and disappear by themselves. They do not take keyboard input.
@MainActor
public final class Notifications {
  /// A message.
  public struct Notification {
    /// The text, in one line.
    public let text: String
    /// The style; nil uses the style of a bar.
    public let style: Style?
    fileprivate var remaining: Double
  }

  /// The maximum number of visible messages; a further message removes the oldest.
  public static let most = 3
  /// The default duration of a message, in seconds.
  public static let defaultSeconds = 4.0

  private let timers: TimerQueue
  private var timer: TimerQueue.Timer?
  /// The time at which the remaining durations were last updated.
  private var since = 0.0
  private var unsaid: [String] = []
  private static let mostUnsaid = 100
  /// The maximum length of a message, in characters.
  private static let longest = 500
  /// Called when the visible messages change.
  var onChange: () -> Void = {}

  /// The visible messages, the oldest first.
  public private(set) var shown: [Notification] = [] {
    didSet { onChange() }
  }

  /// Whether the durations are paused, for example while a dialog is open.
  public var isPaused = false {
    willSet { if newValue != isPaused { measure() } }
    didSet { if isPaused != oldValue { wait() } }
  }

  init(timers: TimerQueue) {
    self.timers = timers
  }

  /// Shows a message below the others.
  ///
  /// - Parameter seconds: the duration; more than 0.
  public func show(_ text: String, seconds: Double = defaultSeconds, style: Style? = nil) {
    measure()
    let line = String(text.prefix(Self.longest)).split(whereSeparator: \.isNewline).joined(separator: " ")
    shown = (shown + [Notification(text: line, style: style, remaining: seconds)]).suffix(Self.most)
    unsaid = (unsaid + [line]).suffix(Self.mostUnsaid)
    wait()
  }

  /// Returns the messages not yet printed in `--plain`; each is returned once.
  public func takeUnsaid() -> [String] {
    defer { unsaid = [] }
    return unsaid
  }

  /// Subtracts the elapsed time and removes expired messages.
  private func measure() {
    let passed = isPaused ? 0 : timers.now - since
    since = timers.now
    guard passed > 0, !shown.isEmpty else { return }
    var left = shown
    for index in left.indices { left[index].remaining -= passed }
    // Tolerates rounding errors.
    left.removeAll { $0.remaining < 1e-6 }
    shown = left
  }

  private func wait() {
    timer?.cancel()
    timer = nil
    guard !isPaused, let soonest = shown.map(\.remaining).min() else { return }
    timer = timers.after(soonest) { [weak self] in
      self?.measure()
      self?.wait()
    }
  }

  /// Draws the messages right-aligned over the last of these rows, or over the first if the text cursor is in the last.
  /// The left of the rows stays readable.
  func draw(in canvas: Canvas, rows: Range<Int>, width: Int, avoiding cursor: Point?, theme: Theme) {
    let lines = shown.suffix(rows.count)
    let below = rows.upperBound - lines.count
    let isAbove = cursor.map { $0.y >= below && $0.y < rows.upperBound } ?? false
    var y = isAbove ? rows.lowerBound : below
    for line in lines {
      let text = " \(line.text) ".truncated(to: width)
      let look = (line.style ?? .plain).over(theme[.barTitle])
      canvas.fill(Rect(x: width - text.cellWidth, y: y, width: text.cellWidth, height: 1), style: look)
      canvas.put(text, x: width - text.cellWidth, y: y, style: look)
      y += 1
    }
  }
}
