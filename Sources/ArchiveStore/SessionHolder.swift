import FoundationEssentials
import Glibc

/// The process that holds a session, as far as it can be determined from here.
public struct SessionHolder: Sendable, Equatable {
  /// The location of the process relative to this one.
  public enum Place: Sendable, Equatable {
    /// A process of this user on this machine that the lock file names; it may be signalled.
    case here
    /// In another container on this machine.
    case otherContainer
    /// On another machine that shares the folder.
    case otherMachine
    /// The lock file and the system disagree about the process.
    case unknown
  }

  /// The location.
  public var place: Place
  /// The process number in its own namespace; nil if it is unknown.
  public var process: Int32?
  /// The name of its machine or container.
  public var host: String?
  /// Its terminal; nil if it has none, or it is unknown.
  public var terminal: String?
  /// The time at which it acquired the session, in seconds since 1970-01-01 00:00 UTC.
  public var since: Double?
  /// The time of the last key press or mouse event.
  public var lastInput: Double?
  /// Whether its version does not listen at ``SessionFiles/socket``.
  public var isOlder: Bool
  /// The start time, which distinguishes a later process with the same number.
  var startTime: UInt64?

  /// The terminal of this process, by which others know it; nil if it has none. Determined once: ask for it before an app has
  /// the screen.
  public static var terminalOfThisProcess: String? { ProcessFacts.terminal }

  /// Determines the holder of a session; nil if no process holds it.
  public init?(_ files: SessionFiles) {
    guard let file = FileIdentity(files.lock) else { return nil }
    let record = LockRecord(files)
    // The system's list of locks is authoritative, but lacks processes in other containers and on other machines.
    let listed = ProcessFacts.holders(of: file) ?? []
    if listed.isEmpty, !Self.isLocked(files.lock) { return nil }
    let isNamed = record.map { listed.contains($0.process) } ?? false
    // The number in the file is that of the holder's own container, where this process may see it under another one.
    let isOfOtherContainer =
      record.map {
        $0.bootID != nil && $0.bootID == ProcessFacts.bootID && $0.processNamespace != ProcessFacts.processNamespace
      } ?? false
    isOlder = record?.isDetailed != true
    process = isNamed || listed.isEmpty ? record?.process : listed.first
    guard let record, isNamed || listed.isEmpty || record.isDetailed && isOfOtherContainer else {
      place = .unknown
      return
    }
    host = record.host
    terminal = record.terminal
    since = record.since
    lastInput = record.terminal == nil ? nil : record.lastInput
    startTime = record.startTime
    place = Self.place(of: record, isListed: isNamed)
    if place == .here, isOlder {
      terminal = Self.terminal(of: record.process)
      startTime = ProcessFacts.startTime(of: record.process)
    }
  }

  private static func place(of record: LockRecord, isListed: Bool) -> Place {
    if let bootID = record.bootID, bootID != ProcessFacts.bootID { return .otherMachine }
    if let namespace = record.processNamespace, namespace != ProcessFacts.processNamespace { return .otherContainer }
    guard isListed, ProcessFacts.isOfThisUser(record.process) else { return .unknown }
    return !record.isDetailed || record.isOfLivingProcess == true ? .here : .unknown
  }

  /// Whether the same process still holds the session, and all sources agree on it. Check it right before signalling
  /// the process.
  public func stillHolds(_ files: SessionFiles) -> Bool {
    guard let now = SessionHolder(files) else { return false }
    return now.process == process && now.startTime == startTime && now.place == place
  }

  /// Whether any process has locked a file. The check itself locks a free file for an instant.
  private static func isLocked(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Returns the terminal at a process's standard input.
  private static func terminal(of process: Int32) -> String? {
    let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/0")
    return file.flatMap { $0.hasPrefix("/dev/pts/") || $0.hasPrefix("/dev/tty") ? $0 : nil }
  }
}

extension SessionFiles {
  /// The app that held the session last, according to the lock file: its identifier, and the absolute path of its
  /// script.
  public var lastApp: (identifier: String?, script: String?) {
    let record = LockRecord(self)
    return (record?.identifier, record?.script)
  }

  /// Returns the names of the sessions in a folder, sorted: those with saves, and those with a lock file.
  public static func sessions(in directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let found = names.compactMap { name -> String? in
      guard let end = [".sqlite", ".lock"].first(where: { name.hasSuffix($0) }) else { return nil }
      let session = String(name.dropLast(end.count))
      // Databases that were set aside look like sessions with other names.
      let isAside = [Aside.damaged, .foreign, .newer, .replaced].contains { session.contains(".\($0.rawValue)-2") }
      return isAside || (try? SessionFiles(directory: directory, session: session)) == nil ? nil : session
    }
    return Set(found).sorted()
  }
}
