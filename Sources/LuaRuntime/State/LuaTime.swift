import CLua
import LuaBoundary
import Synchronization

/// A long wait of a script, during which the app was blocked.
public struct LuaWait: Sendable, CustomStringConvertible {
  /// The library function that waited.
  public let function: String
  /// The file and line of the call; empty if a C function called it.
  public let place: String
  /// The duration in seconds.
  public let seconds: Double
  /// The functions that do not block, if the host has any.
  let alternatives: LuaState.Alternatives?

  /// The function, place and duration, and the remedy.
  public var description: String {
    let tenths = (seconds * 10).rounded() / 10
    return (place.isEmpty ? "" : "\(place): ") + "\(function) blocked the app for \(tenths) s"
      + (alternatives.map { "; use \($0.run) in a task (\($0.task)) instead" } ?? "")
  }
}

/// A time limit of a script's call.
public enum LuaTimeLimit: Sendable, Equatable, CustomStringConvertible {
  /// Seconds of the thread's processor time.
  case processor(Double)
  /// Seconds of real time.
  case clock(Double)
  /// The process was asked to exit, and the call had only limited time to return.
  case exit

  /// The limit in words.
  public var description: String {
    switch self {
    case .processor(let seconds): "\(Self.text(seconds)) s of processor time"
    case .clock(let seconds): "\(Self.text(seconds)) s"
    case .exit: "an app may take to exit"
    }
  }

  private static func text(_ seconds: Double) -> String {
    let text = "\(seconds)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// A script's call that cannot be stopped although its time is over.
public struct LuaOverdueCall: Sendable, CustomStringConvertible {
  /// The callback.
  public var callback: String
  /// The limit that was exceeded.
  public let limit: LuaTimeLimit
  /// The function that the call waits for, if it is known: a library function, and the file and line of its call.
  public let waitsFor: (function: String, place: String)?
  /// The functions that do not block, if the host has any.
  let alternatives: LuaState.Alternatives?

  /// The callback that cannot be stopped, and the remedy.
  public var description: String {
    var text = "\(callback): the callback ran longer than \(limit) and could not be stopped"
    if let waitsFor {
      text += ": it waits in \(waitsFor.function)"
      if !waitsFor.place.isEmpty { text += " at \(waitsFor.place)" }
      if let alternatives {
        text += ". Use \(alternatives.run) in a task (\(alternatives.task)), which does not block the app"
      }
    } else {
      text += ": a C function does not return"
    }
    return text + ". The app was terminated; the last save is kept"
  }
}

/// A callback of a script, as messages name it: `list cellForRow`.
public struct LuaCallback: Sendable, CustomStringConvertible {
  /// The name of the method, handler or function.
  public let name: String
  /// The name of the object that it is called on or for; nil if there is none.
  public let receiver: String?

  /// A callback of this name.
  public init(_ name: String, of receiver: String? = nil) {
    self.name = name
    self.receiver = receiver
  }

  /// The receiver, if there is one, and the name.
  public var description: String { receiver.map { "\($0) \(name)" } ?? name }
}

extension LuaState {
  /// Runs a function of unlimited duration within a script's call: the call's time is paused, and no wait is reported.
  /// If the process is asked to exit, time is limited nevertheless.
  public func withoutTimeLimit<Result>(_ body: () throws -> Result) rethrows -> Result {
    let paused = lh_pause(context)
    defer { lh_go_on(context, paused) }
    return try body()
  }

  /// Whether the running call must return because its time is over, for host functions that wait.
  public var isCallOver: Bool { lh_is_over(context) != 0 }

  /// Returns a limit by its number in C.
  nonisolated func limit(_ number: Int32) -> LuaTimeLimit {
    let seconds = options.timeLimit ?? 0
    return switch Int(number) {
    case LH_WORK_LIMIT: .processor(seconds)
    case LH_CLOCK_LIMIT: .clock(2 * seconds)
    default: .exit
    }
  }

  /// Runs a closure that calls a callback, and names that callback in messages about calls that take too long and in
  /// the profile.
  public func calling<Result>(_ callback: LuaCallback, _ body: () throws -> Result) rethrows -> Result {
    if context.pointee.begun == 0 { stoppedCallback = nil }
    let outer = exchangeRunning(callback)
    profile?.begin(callback)
    defer {
      profile?.end()
      _ = exchangeRunning(outer)
      if context.pointee.begun == 0 { stoppedCallback = nil }
    }
    return try body()
  }

  nonisolated func exchangeRunning(_ callback: LuaCallback) -> LuaCallback {
    running.withLock { running in
      let outer = running
      running = callback
      return outer
    }
  }

  /// The callback that ran when the time limit of the outermost call was reached: its callers are stopped too, one after the
  /// other.
  func takeStoppedCallback() -> LuaCallback {
    let callback = stoppedCallback ?? running.withLock { $0 }
    stoppedCallback = context.pointee.begun == 0 ? nil : callback
    return callback
  }

  /// Requests that scripts stop because the process will exit: running and later calls get half a second each, and less
  /// once that was not enough. ``Options/onOverdue`` is called a second later if a script still runs. Callable from any
  /// thread.
  public nonisolated func requestEnd() { lh_request_end(context) }

  /// Requests the same for all existing states and those created later. Callable from any thread.
  public nonisolated static func requestEndOfAll() { if let watchdog { lh_request_end_of_all(watchdog) } }

  /// Whether the process will exit and a script still waits in a library function, such as for a child process,
  /// although its time is over. Callable from any thread.
  public nonisolated static var endAwaitsOthers: Bool { watchdog.map { lh_end_awaits_others($0) != 0 } ?? false }

  /// Interrupts scripts on behalf of the user: the running call ends with ``LuaError/interrupted(traceback:)`` as soon
  /// as it can be stopped, and a wait in a library function is broken. Returns whether a script runs. Callable from any
  /// thread.
  public nonisolated static func requestInterruptOfAll() -> Bool {
    guard let watchdog else { return false }
    return lh_request_interrupt_of_all(watchdog) != 0
  }
}

/// The watchdog for all states of the process. It is never freed or replaced, and its own lock protects its data.
nonisolated(unsafe) let watchdog = lh_watchdog_new()

/// Called on the watchdog's thread.
let reportOverdueCall: @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?) -> Void = {
  owner, limit, name in
  guard let owner else { return }
  let state = Unmanaged<LuaState>.fromOpaque(owner).takeUnretainedValue()
  let place = String(cString: lh_waiting_place(state.context))
  state.options.onOverdue(
    LuaOverdueCall(
      callback: state.running.withLock { $0.description }, limit: state.limit(limit),
      waitsFor: name.map { (String(cString: $0), place) }, alternatives: state.options.alternatives))
}
