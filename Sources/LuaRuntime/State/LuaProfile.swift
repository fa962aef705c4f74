/// The time that the script's functions take, by call stack.
///
/// While a callback runs, its stack is sampled about once per millisecond, and each sample counts for the time since the
/// one before. The rest of a callback's time, as of a short one, counts for the callback itself, so the times add up to
/// the whole time spent in callbacks.
@MainActor
public final class LuaProfile {
  private let clock = ContinuousClock()
  /// The time per stack, whose first part is the callback.
  private var times: [String: Duration] = [:]
  /// The callbacks that run now, outermost first.
  private var callbacks: [String] = []
  private var last: ContinuousClock.Instant

  /// Creates an empty profile.
  public init() {
    last = clock.now
  }

  /// Counts the time since the last call of this function for a stack.
  private func count(_ functions: String?) {
    let now = clock.now
    defer { last = now }
    guard let callback = callbacks.last else { return }
    times[functions.map { "\(callback)\n\($0)" } ?? callback, default: .zero] += now - last
  }

  /// Counts the time since the last event for the callback that ran, and begins another one.
  func begin(_ callback: LuaCallback) {
    count(nil)
    callbacks.append("\(callback)")
  }

  /// Counts the rest of the current callback's time.
  func end() {
    count(nil)
    _ = callbacks.popLast()
  }

  /// Counts the time since the last event for a stack of functions, a line each.
  func sample(_ functions: String) { count(functions) }

  /// Forgets the times of all stacks.
  public func removeAll() { times = [:] }

  /// The profile as collapsed stacks, which speedscope and flamegraph.pl read: a line per stack with its functions,
  /// outermost first and separated by semicolons, a space, and the time in microseconds. The slowest stack comes first.
  public var collapsedStacks: String {
    times.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { stack, time in
      let functions = stack.replacing(";", with: ",").split(separator: "\n").joined(separator: ";")
      let (seconds, attoseconds) = time.components
      return "\(functions) \(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)\n"
    }.joined()
  }
}
