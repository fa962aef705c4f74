import Interface

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

  /// Handles a press that an app has not handled, with a message about its effect. Returns whether it quits the app.
  @MainActor
  mutating func pressed(in application: Application) -> Bool {
    let message: String
    switch pressed(at: application.timers.now) {
    case .quit: return true
    case .ask: message = "Press \(HostCommand.interrupt.keyNames) again to quit; the state is saved."
    case .copied: message = "Copied. \(HostCommand.quit.keyNames) quits."
    }
    application.messages.show(message, for: .seconds(Self.delay), about: .key)
    return false
  }

  /// Records that another key was pressed, which removes the message about the first press.
  @MainActor
  mutating func otherKeyPressed(in application: Application) {
    otherKeyPressed()
    application.messages.remove(about: .key)
  }
}
