/// The time that the script's functions take, by call stack.
///
/// While a callback runs, its stack is sampled about once per millisecond, and each sample counts for the time since the
/// one before. The rest of a callback's time, as of a short one, counts for the callback itself, so the times add up to
/// the whole time spent in callbacks.
@MainActor
public final class LuaProfile {
  private let clock = ContinuousClock()
  private var times: [Stack: Duration] = [:]
  /// The callbacks that run now, outermost first.
  private var callbacks: [String] = []
  private var last: ContinuousClock.Instant

  private struct Stack: Hashable {
    let callback: String
    /// The functions that it has called, outermost first, each followed by a null character, which no name contains.
    let functions: String

    var names: [String] { [callback] + functions.split(separator: "\0").map(String.init) }
  }

  /// Creates an empty profile.
  public init() {
    last = clock.now
  }

  /// Counts the time since the last call of this function for a stack.
  private func count(_ functions: String = "") {
    let now = clock.now
    defer { last = now }
    guard let callback = callbacks.last else { return }
    times[Stack(callback: callback, functions: functions), default: .zero] += now - last
  }

  /// Counts the time since the last event for the callback that ran, and begins another one.
  func begin(_ callback: LuaCallback) {
    count()
    callbacks.append("\(callback)")
  }

  /// Counts the rest of the current callback's time.
  func end() {
    count()
    _ = callbacks.popLast()
  }

  /// Counts the time since the last event for a stack of functions, each followed by a null character.
  func sample(_ functions: String) { count(functions) }

  /// Forgets the times of all stacks.
  public func removeAll() { times = [:] }

  /// The names of the functions of each stack, outermost first, with its time; the slowest stack first.
  public var stacks: [(functions: [String], time: Duration)] {
    times.map { (functions: $0.key.names, time: $0.value) }
      .sorted { $0.time == $1.time ? $0.functions.lexicographicallyPrecedes($1.functions) : $0.time > $1.time }
  }
}
