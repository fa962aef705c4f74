import CLua
import LuaBoundary
import Synchronization

/// A wait of a script, in which the app stood still.
public struct LuaWait: Sendable, CustomStringConvertible {
  /// The library's function that waited.
  public let function: String
  /// The file and line that called it; empty if a C function did.
  public let place: String
  /// How long it took, in seconds.
  public let seconds: Double

  /// What, where, how long, and what to do.
  public var description: String {
    let tenths = (seconds * 10).rounded() / 10
    return (place.isEmpty ? "" : "\(place): ")
      + "\(function) waited for \(tenths) s, in which the app stood still; ui.run in a task (ui.task) lets it go on"
  }
}

/// A limit of what one call of a script may take.
public enum LuaTimeLimit: Sendable, Equatable, CustomStringConvertible {
  /// Seconds of the thread's processor time.
  case processor(Double)
  /// Seconds by the clock.
  case clock(Double)
  /// The process was asked to exit, and the call had no longer than this to return.
  case exit

  /// How long, and by which measure.
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

/// A call of a script that does not end though its time is over.
public struct LuaOverdueCall: Sendable, CustomStringConvertible {
  /// What was called.
  public let callback: String
  /// The limit that it has reached.
  public let limit: LuaTimeLimit
  /// What it waits for, where that is known: a function of the library, and the file and line that called it.
  public let waitsFor: (function: String, place: String)?

  /// What cannot be stopped, and what to do.
  public var description: String {
    var text = "\(callback): the callback ran longer than \(limit) and could not be stopped"
    if let waitsFor {
      text += ": it waits in \(waitsFor.function)"
      if !waitsFor.place.isEmpty { text += " at \(waitsFor.place)" }
      text += ". Use ui.run in a task (ui.task), which lets the app go on"
    } else {
      text += ": a C function does not return"
    }
    return text + ". The app was ended without it; what was saved is kept"
  }
}

/// What of a script is called.
struct LuaCallback {
  var name = "the script"
  var receiver: String?

  var description: String { receiver.map { "\($0) \(name)" } ?? name }
}

extension LuaState {
  /// Does something that may take any time, within a call of a script: the call's time stands still, and no wait is reported.
  /// When the process is to end, what runs has little time all the same.
  public func withoutTimeLimit<Result>(_ body: () throws -> Result) rethrows -> Result {
    let paused = lh_pause(context)
    defer { lh_go_on(context, paused) }
    return try body()
  }

  /// A limit by what C calls it.
  nonisolated func limit(_ number: Int32) -> LuaTimeLimit {
    let seconds = options.timeLimit ?? 0
    return switch Int(number) {
    case LH_WORK_LIMIT: .processor(seconds)
    case LH_CLOCK_LIMIT: .clock(2 * seconds)
    default: .exit
    }
  }

  /// Notes what is called now, for the message about a call that cannot be stopped.
  public func willCall(_ name: String, of receiver: String?) {
    running.withLock {
      $0.name = name
      $0.receiver = receiver
    }
  }

  /// The process is to end soon: what runs, and what is still called, gets little time: half a second each, and less once
  /// that was not enough. ``Options/onOverdue`` is called a second later if the script still runs. From any thread.
  public nonisolated func requestEnd() { lh_request_end(context) }

  /// The same for all states that there are, and those that are still made. From any thread.
  public nonisolated static func requestEndOfAll() { if let watchdog { lh_request_end_of_all(watchdog) } }

  /// Whether the process is to end, and a script waits in a function of Lua's library though its time is over, as for a program.
  /// From any thread.
  public nonisolated static var endAwaitsOthers: Bool { watchdog.map { lh_end_awaits_others($0) != 0 } ?? false }

  /// A person asks for the end of what scripts do now: it ends with ``LuaError/interrupted(traceback:)``, as soon as it comes to
  /// where it can be stopped; a wait in a function of Lua's library is broken. Returns whether a script runs. From any thread.
  public nonisolated static func requestInterruptOfAll() -> Bool {
    guard let watchdog else { return false }
    return lh_request_interrupt_of_all(watchdog) != 0
  }
}

/// Looks at the clock for all states of the process. Never freed, and never another: its own lock keeps what is in it.
nonisolated(unsafe) let watchdog = lh_watchdog_new()

/// Called on the watchdog's thread.
let tellOverdueCall: @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?) -> Void = {
  owner, limit, name in
  guard let owner else { return }
  let state = Unmanaged<LuaState>.fromOpaque(owner).takeUnretainedValue()
  let place = String(cString: lh_waiting_place(state.context))
  state.options.onOverdue(
    LuaOverdueCall(
      callback: state.running.withLock { $0.description }, limit: state.limit(limit),
      waitsFor: name.map { (String(cString: $0), place) }))
}
