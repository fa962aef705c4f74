/// Decides the effect of Control-C if nothing is selected: a second press within ``delay`` quits the app. Users also
/// press it to copy, so it never quits right after text was copied.
struct InterruptRule {
  /// The maximum time between two presses, and the time after a copy during which the key does not quit, in seconds.
  static let delay = 3.0

  enum Outcome: Equatable {
    /// Quit the app.
    case quit
    /// Ask the user to press the key again to quit.
    case ask
    /// Text was copied recently, probably by this key.
    case copied
  }

  private var copiedAt: Double?
  private var promptedAt: Double?

  init() {}

  /// Records that text was copied.
  mutating func didCopy(at now: Double) {
    copiedAt = now
    promptedAt = nil
  }

  /// Records that another key was pressed, so that the next press is a first one.
  mutating func otherKeyPressed() { promptedAt = nil }

  /// Handles a press that the app has not handled.
  mutating func pressed(at now: Double) -> Outcome {
    if let copiedAt, now - copiedAt < Self.delay { return .copied }
    if let promptedAt, now - promptedAt < Self.delay { return .quit }
    promptedAt = now
    return .ask
  }
}
