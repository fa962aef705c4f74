/// Messages that stand over the screen for a while and go by themselves. They take no keys.
@MainActor
public final class Notifications {
  /// One of them.
  public struct Notification {
    /// What it says, in one line.
    public let text: String
    /// Its look; nil for that of a bar.
    public let style: Style?
    fileprivate var remaining: Double
  }

  /// How many can be seen at once; with one more the oldest goes.
  public static let most = 3
  /// How long one stands, in seconds, if nobody says.
  public static let defaultSeconds = 4.0

  private let timers: TimerQueue
  private var timer: TimerQueue.Timer?
  /// When what is left of each was measured.
  private var since = 0.0
  private var unsaid: [String] = []
  private static let mostUnsaid = 100
  /// In characters: nobody reads more in a line.
  private static let longest = 500
  /// Told when others are shown than before.
  var onChange: () -> Void = {}

  /// What is shown, the oldest first.
  public private(set) var shown: [Notification] = [] {
    didSet { onChange() }
  }

  /// Whether time stands still for them: while something asks the user.
  public var isPaused = false {
    willSet { if newValue != isPaused { measure() } }
    didSet { if isPaused != oldValue { wait() } }
  }

  init(timers: TimerQueue) {
    self.timers = timers
  }

  /// Shows a message below the others.
  ///
  /// - Parameter seconds: how long; more than 0.
  public func show(_ text: String, seconds: Double = defaultSeconds, style: Style? = nil) {
    measure()
    let line = String(text.prefix(Self.longest)).split(whereSeparator: \.isNewline).joined(separator: " ")
    shown = (shown + [Notification(text: line, style: style, remaining: seconds)]).suffix(Self.most)
    unsaid = (unsaid + [line]).suffix(Self.mostUnsaid)
    wait()
  }

  /// What was not said yet where the app is used in words; each is given once.
  public func takeUnsaid() -> [String] {
    defer { unsaid = [] }
    return unsaid
  }

  /// Takes off the time that has passed, and what has none left.
  private func measure() {
    let passed = isPaused ? 0 : timers.now - since
    since = timers.now
    guard passed > 0, !shown.isEmpty else { return }
    var left = shown
    for index in left.indices { left[index].remaining -= passed }
    // What is a rounding error away from its end has ended.
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

  /// Draws the messages over the last of these rows, or over the first while the user types in the last; right of the
  /// screen, so that what stands at the left of the rows can be read still.
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
