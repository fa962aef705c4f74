import Loop

/// Short messages over the last rows of the screen, of the app (`app:notify`) and of the host. They take no keyboard focus.
@MainActor
public final class Messages {
  /// The topic of a message of the host. A message replaces the previous one with the same topic.
  public enum Topic: Sendable {
    /// The effect of the last key.
    case key
    /// Whether the app is still being restored.
    case restoration
    /// The scripts were reloaded.
    case reload
    /// Whether the state can be saved.
    case saving
    /// A save was pinned.
    case pinnedSave
    /// A paste was ignored.
    case paste
    /// The user returned to a save.
    case rollback
    /// Whether the chosen theme is kept.
    case theme
  }

  /// The time for which a message is shown.
  public enum Lifetime: Sendable {
    /// This number of seconds, more than 0, not counting the time while a dialog is open.
    case seconds(Double)
    /// Until the message is removed.
    case untilRemoved
    /// Until the user closes it with Escape or a click.
    case untilClosed
  }

  /// The status that a message reports.
  public enum Status: String, Sendable, CaseIterable {
    case success, warning, error, info

    /// The mark before the text.
    var mark: String {
      switch self {
      case .success: "✓"
      case .warning: "!"
      case .error: "✗"
      case .info: "i"
      }
    }

    var role: Theme.Role {
      switch self {
      case .success: .success
      case .warning: .warning
      case .error: .error
      case .info: .info
      }
    }
  }

  /// A message.
  public struct Message {
    /// The text, without line breaks.
    public let text: String
    /// The style; nil uses the style of a notification.
    public let style: Style?
    /// The status, whose mark precedes the text; nil for none.
    public let status: Status?
    /// The topic; nil for a message of the app.
    public let topic: Topic?
    fileprivate var lifetime: Lifetime

    fileprivate var seconds: Double? { if case .seconds(let seconds) = lifetime { seconds } else { nil } }
    fileprivate var isClosable: Bool { if case .untilClosed = lifetime { true } else { false } }
  }

  /// The maximum number of lines. A further message with a time removes the oldest one.
  public static let most = 3
  /// The default duration of a message, in seconds.
  public static let defaultSeconds = 4.0

  /// The number of messages of the app whose time has passed so far.
  package private(set) var expiredCountOfApp = 0
  /// Whether the time of a message of the app is passing.
  package var hasTimedMessageOfApp: Bool { !isPaused && shown.contains { $0.topic == nil && $0.seconds != nil } }

  private let timers: TimerQueue
  private var timer: TimerQueue.Timer?
  /// The time at which the remaining durations were last updated.
  private var since = 0.0
  private var unprinted: [String] = []
  private static let maximumUnprinted = 100
  /// The maximum length of a message, in characters.
  private static let longest = 500
  private static let closingHint = " (Esc closes)"
  /// The lines of the closable message as drawn last.
  private var closableLines: [Rect] = []
  /// Called when the visible messages change.
  var onChange: () -> Void = {}

  /// The visible messages, the oldest first.
  public private(set) var shown: [Message] = [] {
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
  /// - Parameters:
  ///   - status: the status that it reports; nil for none.
  ///   - topic: the topic of a message of the host; nil for a message of the app.
  public func show(
    _ text: String, for lifetime: Lifetime = .seconds(defaultSeconds), style: Style? = nil, status: Status? = nil,
    about topic: Topic? = nil
  ) {
    measure()
    let line = String(text.prefix(Self.longest)).inOneLine
    var shown = shown.filter { topic == nil || $0.topic != topic }
    shown.append(Message(text: line, style: style, status: status, topic: topic, lifetime: lifetime))
    while shown.count > Self.most, let oldest = shown.firstIndex(where: { $0.seconds != nil }) {
      shown.remove(at: oldest)
    }
    self.shown = shown
    unprinted = (unprinted + [line]).suffix(Self.maximumUnprinted)
    wait()
  }

  /// Shows the app's messages of an earlier run, for the rest of their time.
  package func resume(_ earlier: Messages) {
    earlier.measure()
    for message in earlier.shown where message.topic == nil {
      show(message.text, for: message.lifetime, style: message.style, status: message.status)
    }
  }

  /// Removes the message of the host about a topic, if there is one.
  public func remove(about topic: Topic) {
    if shown.contains(where: { $0.topic == topic }) { shown.removeAll { $0.topic == topic } }
  }

  /// Closes a message if an event asks for it: Escape, or a click on the message. Returns whether it did.
  public func close(on event: InputEvent) -> Bool {
    guard shown.contains(where: \.isClosable) else { return false }
    switch event {
    case .key(let key) where key == KeyPress(.escape): break
    case .mouse(let mouse)
    where mouse.action == .press(button: 1) && closableLines.contains { $0.contains(mouse.location) }:
      break
    default: return false
    }
    shown.removeAll(where: \.isClosable)
    return true
  }

  /// Returns the messages not yet printed in `--plain`; each is returned once.
  public func takeUnprinted() -> [String] {
    defer { unprinted = [] }
    return unprinted
  }

  /// Subtracts the elapsed time and removes expired messages.
  private func measure() {
    let passed = isPaused ? 0 : timers.now - since
    since = timers.now
    guard passed > 0, !shown.isEmpty else { return }
    shown = shown.compactMap { message in
      guard let seconds = message.seconds else { return message }
      // Tolerates rounding errors.
      guard seconds - passed >= 1e-6 else {
        if message.topic == nil { expiredCountOfApp += 1 }
        return nil
      }
      var left = message
      left.lifetime = .seconds(seconds - passed)
      return left
    }
  }

  private func wait() {
    timer?.cancel()
    timer = nil
    guard !isPaused, let soonest = shown.compactMap(\.seconds).min() else { return }
    timer = timers.after(soonest) { [weak self] in
      self?.measure()
      self?.wait()
    }
  }

  // MARK: Drawing

  /// Draws the messages over the last of these rows, or over the first if the text cursor is in the last.
  func draw(over grid: inout Grid, rows: Range<Int>, theme: Theme) {
    closableLines = []
    let width = grid.size.width
    let lines = lines(width: width).suffix(rows.count)
    guard !lines.isEmpty else { return }
    let below = rows.upperBound - lines.count
    let isAbove = grid.cursor.map { $0.y >= below && $0.y < rows.upperBound } ?? false
    let cursor = grid.cursor
    let canvas = Canvas(grid: grid, base: theme[.screen])
    var y = isAbove ? rows.lowerBound : below
    for (text, message) in lines {
      let place = Rect(x: 0, y: y, width: width, height: 1)
      let look = (message.style ?? .plain).over(theme[.notice])
      canvas.fill(place, style: look)
      var x = 1
      if let status = message.status {
        x = canvas.put("\(status.mark) ", x: x, y: y, style: theme[status.role].over(look))
      }
      canvas.put(text.truncated(to: max(0, width - x)), x: x, y: y, style: look)
      if message.isClosable { closableLines.append(place) }
      y += 1
    }
    grid = canvas.grid
    grid.cursor = cursor
  }

  /// The messages in lines: first those that stay, which are wrapped, then those with a time, one line each.
  private func lines(width: Int) -> [(text: String, message: Message)] {
    let timed = shown.filter { $0.seconds != nil }.map { ($0.text, $0) }
    let staying = shown.filter { $0.seconds == nil }.flatMap { message in
      (message.text + (message.isClosable ? Self.closingHint : "")).wrapped(to: max(1, width - 4)).map {
        ($0.line, message)
      }
    }
    let kept = staying.prefix(Self.most - min(1, timed.count))
    return kept + timed.suffix(Self.most - kept.count)
  }
}
