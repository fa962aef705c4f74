import Foundation

/// The process that holds a session now, as far as it can be known from here.
public struct SessionHolder: Sendable, Equatable {
  /// Where the process is, seen from this one.
  public enum Place: Sendable, Equatable {
    /// It is a process of this user here, and the one that the lock file names: it may be signalled.
    case here
    /// It is in another container on this machine.
    case otherContainer
    /// It is on another machine, which shares the folder.
    case otherMachine
    /// The lock file and the system do not agree about which process it is.
    case unknown
  }

  /// Where it is.
  public var place: Place
  /// Its number, where it is; nil if that is not known.
  public var process: Int32?
  /// What its machine or container is called.
  public var host: String?
  /// The terminal that it is used at; nil if it is used at none, or that is not known.
  public var terminal: String?
  /// When it took the session, in seconds since 1970-01-01 00:00 UTC.
  public var since: Double?
  /// When a key was pressed last, or the mouse used.
  public var lastInput: Double?
  /// Whether it is a version that does not listen at ``SessionFiles/socket``.
  public var isOlder: Bool
  /// When it started, which tells it from a later process of the same number.
  var startTime: UInt64?

  /// The holder of a session; nil if no process holds it.
  public init?(_ files: SessionFiles) {
    guard let file = FileIdentity(files.lock) else { return nil }
    let record = LockRecord(files)
    // What the system says counts. Processes of other containers and machines are not in its list.
    let listed = ProcessFacts.holders(of: file) ?? []
    if listed.isEmpty, !Self.isLocked(files.lock) { return nil }
    let isNamed = record.map { listed.contains($0.process) } ?? false
    isOlder = record?.isDetailed != true
    process = isNamed || listed.isEmpty ? record?.process : listed.first
    guard let record, isNamed || listed.isEmpty else {
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

  /// Whether the same process holds the session still, and everything that names it agrees: to be asked right before it is
  /// signalled.
  public func stillHolds(_ files: SessionFiles) -> Bool {
    guard let now = SessionHolder(files) else { return false }
    return now.process == process && now.startTime == startTime && now.place == place
  }

  /// Whether any process has a file locked. Looking at it locks it for an instant, if nobody does.
  private static func isLocked(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// The terminal at a process's standard input.
  private static func terminal(of process: Int32) -> String? {
    let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/0")
    return file.flatMap { $0.hasPrefix("/dev/pts/") || $0.hasPrefix("/dev/tty") ? $0 : nil }
  }
}

extension SessionFiles {
  /// The app that had the session last, as its lock file says: its identifier, and the whole path of its script.
  public var lastApp: (identifier: String?, script: String?) {
    let record = LockRecord(self)
    return (record?.identifier, record?.script)
  }

  /// The names of the sessions in a folder, sorted: those that have saves, and those that a process has or had.
  public static func sessions(in directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let found = names.compactMap { name -> String? in
      guard let end = [".sqlite", ".lock"].first(where: { name.hasSuffix($0) }) else { return nil }
      let session = String(name.dropLast(end.count))
      // What was set aside is called like a session of another name.
      let isAside = [Aside.damaged, .foreign, .newer, .replaced].contains { session.contains(".\($0.rawValue)-2") }
      return isAside || (try? SessionFiles(directory: directory, session: session)) == nil ? nil : session
    }
    return Set(found).sorted()
  }
}
