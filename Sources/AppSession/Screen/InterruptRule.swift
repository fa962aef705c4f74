/// What Control-C does where nothing is selected: it ends the app when it is pressed a second time soon after. People press
/// it to copy, too; so right after something was copied it never ends anything.
package struct InterruptRule {
  /// How long, in seconds, a second press counts, and how long a copy keeps the key from meaning anything else.
  package static let delay = 3.0

  package enum Outcome: Equatable {
    /// The app ends.
    case quit
    /// A message says that a second press quits.
    case ask
    /// Something was copied just now, by this key most likely.
    case copied
  }

  private var copiedAt: Double?
  private var askedAt: Double?

  package init() {}

  /// Something was copied.
  package mutating func didCopy(at now: Double) {
    copiedAt = now
    askedAt = nil
  }

  /// Another key was pressed: the next press is a first one.
  package mutating func otherKeyPressed() { askedAt = nil }

  /// The key was pressed and nothing had a use for it.
  package mutating func pressed(at now: Double) -> Outcome {
    if let copiedAt, now - copiedAt < Self.delay { return .copied }
    if let askedAt, now - askedAt < Self.delay { return .quit }
    askedAt = now
    return .ask
  }
}
