import ArchiveStore
import Glibc
import Loop
import LuaRuntime
import SystemCalls

/// Takes over a session from the process that holds it: asks the process to save and exit, and terminates it if it does
/// not.
@MainActor
public struct TakeOver {
  /// The place where a session is continued.
  public enum Destination: Sendable, Equatable, CustomStringConvertible {
    /// At a terminal.
    case terminal(String)
    /// In a process without a terminal.
    case process(Int32)

    /// The maximum length of a request, in bytes.
    static let maximumSize = 512

    /// The place of this process.
    public static var here: Destination {
      SessionHolder.terminalOfThisProcess.map { .terminal($0) } ?? .process(getpid())
    }

    /// Parses a request; nil if it is invalid.
    init?(request: some Collection<UInt8>) {
      let text = String(decoding: request, as: UTF8.self)
      let words = text.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count == 3, words[0] == "continue", words[2].utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
        return nil
      }
      switch words[1] {
      case "terminal": self = .terminal(words[2])
      case "process":
        guard let number = Int32(words[2]) else { return nil }
        self = .process(number)
      default: return nil
      }
    }

    /// The request that names this place.
    var request: String {
      switch self {
      case .terminal(let name): "continue terminal \(name)\n"
      case .process(let number): "continue process \(number)\n"
      }
    }

    public var description: String {
      switch self {
      case .terminal(let name): "on \(name)"
      case .process(let number): "in process \(number)"
      }
    }
  }

  /// The holder's reply when the session is saved and released.
  nonisolated static let acknowledgement = "free\n"

  /// The time for the holder to exit by itself, and again after `SIGTERM` and after `SIGKILL`.
  private static let timeout = Duration.milliseconds(END_HOLDER)
  /// The time after which the user is notified that the holder has not replied.
  private static let silence = Duration.milliseconds(500)
  /// The interval at which the socket of a starting holder is tried again, in milliseconds.
  private static let pollInterval: Int32 = 10

  private let files: SessionFiles
  /// The process that holds the session.
  public let holder: SessionHolder
  private let clock = ContinuousClock()

  /// Creates a takeover of a held session; nil if no process holds it.
  public init?(_ files: SessionFiles) {
    guard let holder = SessionHolder(files) else { return nil }
    self.files = files
    self.holder = holder
  }

  /// Returns when the holder has released the session.
  ///
  /// - Parameter onWait: called if it takes long.
  /// - Throws: `ArchiveStoreError.locked` if the holder cannot be ended from here; `LuaError.ended` if this process
  ///   must exit.
  public func run(onWait: () -> Void = {}) throws {
    let locked = ArchiveStoreError.locked(path: files.lock, holder: holder.process)
    guard holder.place == .here, let number = holder.process else { throw locked }
    let process = system_open_process(number)
    defer { if process >= 0 { close(process) } }
    // From here on the descriptor identifies one process, which must be the one named by the lock.
    guard process >= 0, holder.stillHolds(files) else {
      if SessionHolder(files) == nil { return }
      throw locked
    }
    var connection: Int32 = -1
    var hasAsked = false
    var isGone = false
    defer { if connection >= 0 { close(connection) } }
    let start = clock.now
    // Earlier versions do not listen.
    var signals = [(at: holder.isOlder ? .zero : Self.timeout, number: SIGTERM)]
    signals.append((signals[0].at + Self.timeout, SIGKILL))
    let end = signals[1].at + Self.timeout
    var notice: Duration? = Self.silence
    while true {
      let elapsed = clock.now - start
      if !hasAsked, !holder.isOlder {
        connection = ask(number)
        hasAsked = connection >= 0
      }
      if let due = notice, elapsed >= due {
        notice = nil
        onWait()
      }
      if let next = signals.first, elapsed >= next.at {
        if holder.stillHolds(files) { _ = system_signal_process(process, next.number) }
        signals.removeFirst()
      }
      if elapsed >= end { throw locked }
      let next = min(signals.first?.at ?? end, notice ?? end)
      var descriptors = [
        pollfd(fd: connection, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isGone ? -1 : process, events: Int16(POLLIN), revents: 0),
      ]
      let limit = Self.milliseconds(next - (clock.now - start))
      let isSure = !isGone && (hasAsked || holder.isOlder)
      let count = poll(&descriptors, 2, isSure ? limit : min(limit, Self.pollInterval))
      if MainLoop.isEndPending { throw LuaError.ended(traceback: "") }
      if count > 0, descriptors[0].revents != 0 {
        // The session is free, or its process has exited or is exiting.
        close(connection)
        connection = -1
      }
      // The system releases the lock of a killed process when its last thread has exited.
      if count > 0, descriptors[1].revents != 0 { isGone = true }
      if count > 0 || !isSure, try isFree(number) { return }
    }
  }

  /// Asks the holder for the session; -1 if the holder does not listen.
  private func ask(_ number: Int32) -> Int32 {
    let connection = system_connect(files.socket)
    guard connection >= 0 else { return -1 }
    let request = Destination.here.request
    guard system_peer(connection) == number, system_send(connection, request, request.utf8.count) == 0 else {
      close(connection)
      return -1
    }
    return connection
  }

  /// Whether the holder has released the session.
  ///
  /// - Throws: `ArchiveStoreError.locked` if another process has taken it.
  private func isFree(_ number: Int32) throws -> Bool {
    guard let now = SessionHolder(files) else { return true }
    guard now.process == number else { throw ArchiveStoreError.locked(path: files.lock, holder: now.process) }
    return false
  }

  private static func milliseconds(_ duration: Duration) -> Int32 {
    Int32(max(0, min(10_000, duration / .milliseconds(1))).rounded(.up))
  }
}
