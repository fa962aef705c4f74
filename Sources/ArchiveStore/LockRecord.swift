import Foundation

/// What the file that a session's process holds locked says of that process, so that no other one is taken for it.
///
/// The file has the process's number in its first 32 bytes, then the mark of the last save (see ``MarkFile``), then lines of
/// a name and a value. Earlier versions wrote the number and the mark only.
struct LockRecord: Equatable {
  /// How many bytes of the file have the number. The mark follows.
  static let holderSize = 32
  /// Where the lines begin.
  static let offset = holderSize + SaveMark.size
  /// More than this is none of ours.
  private static let maximumSize = 1 << 16

  /// The number of the process, as it sees itself.
  var process: Int32
  /// When it started, in ticks since the machine started: a number that is used again belongs to a later process.
  var startTime: UInt64?
  /// Which start of which machine it runs on.
  var bootID: String?
  /// Where its number counts: containers have numbers of their own.
  var processNamespace: String?
  /// What its machine or container is called.
  var host: String?
  /// The terminal that it is used at; nil if it is used at none.
  var terminal: String?
  /// When it took the session, in seconds since 1970-01-01 00:00 UTC.
  var since: Double?
  /// When a key was pressed last, or the mouse used.
  var lastInput: Double?
  /// The app's identifier.
  var identifier: String?
  /// The whole path of its script.
  var script: String?

  /// What the file of a session says; nil if there is none, or it says nothing.
  init?(_ files: SessionFiles) {
    guard let bytes = FileContents.prefix(files.lock, limit: Self.maximumSize) else { return nil }
    let number = String(decoding: bytes.prefix(Self.holderSize), as: UTF8.self).prefix { $0.isASCII && $0.isNumber }
    guard let process = Int32(number), process > 0 else { return nil }
    self.process = process
    for line in String(decoding: bytes.dropFirst(Self.offset), as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      let value = parts[1]
      // The file may be another user's work.
      guard value.unicodeScalars.allSatisfy({ ![.control, .format].contains($0.properties.generalCategory) }) else {
        continue
      }
      switch parts[0] {
      case "start": startTime = UInt64(value)
      case "boot": bootID = value
      case "namespace": processNamespace = value
      case "host": host = value
      case "terminal": terminal = value
      case "since": since = Double(value)
      case "input": lastInput = Double(value).flatMap { $0 > 0 ? $0 : nil }
      case "identifier": identifier = value
      case "script": script = value
      default: continue
      }
    }
  }

  private init(process: Int32) { self.process = process }

  /// What is true of this process, which takes a session now.
  static var ofThisProcess: LockRecord {
    var record = LockRecord(process: getpid())
    record.startTime = ProcessFacts.startTime(of: getpid())
    record.bootID = ProcessFacts.bootID
    record.processNamespace = ProcessFacts.processNamespace
    record.host = ProcessFacts.hostName
    record.terminal = ProcessFacts.terminal
    record.since = Date().timeIntervalSince1970
    return record
  }

  /// Whether it was written by a version that says more than the number of the process.
  var isDetailed: Bool { startTime != nil && bootID != nil && processNamespace != nil }

  /// Whether its process runs; nil if that cannot be known here.
  var isOfLivingProcess: Bool? {
    guard isDetailed, bootID == ProcessFacts.bootID, processNamespace == ProcessFacts.processNamespace else {
      return nil
    }
    return ProcessFacts.startTime(of: process) == startTime
  }

  // MARK: As bytes

  /// The number of the process, in its place.
  var processBytes: [UInt8] {
    let text = Array("\(process)\n".utf8)
    return text + [UInt8](repeating: UInt8(ascii: "\n"), count: max(0, Self.holderSize - text.count))
  }

  /// The first line, which is as long at any time, so that it can be replaced by itself.
  var inputBytes: [UInt8] {
    let text = String(format: "%.3f", lastInput ?? 0)
    return Array("input \(String(repeating: "0", count: max(0, 16 - text.utf8.count)))\(text)\n".utf8)
  }

  /// All other lines.
  var detailBytes: [UInt8] {
    let lines: [(String, String?)] = [
      ("start", startTime.map { "\($0)" }), ("boot", bootID), ("namespace", processNamespace), ("host", host),
      ("terminal", terminal), ("since", since.map { String(format: "%.3f", $0) }), ("identifier", identifier),
      ("script", script),
    ]
    return lines.flatMap { name, value -> [UInt8] in
      guard let value, !value.isEmpty, !value.contains(where: \.isNewline) else { return [] }
      return Array("\(name) \(value)\n".utf8)
    }
  }
}

/// What the system says about processes, and about where this one runs.
enum ProcessFacts {
  /// Names this start of this machine.
  static let bootID = firstLine("/proc/sys/kernel/random/boot_id")

  /// Names what process numbers are of; each container has one of its own.
  static var processNamespace: String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
  }

  static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The terminal at standard input, or else at standard output.
  static var terminal: String? {
    var name = [CChar](repeating: 0, count: 256)
    for descriptor in [STDIN_FILENO, STDOUT_FILENO] where ttyname_r(descriptor, &name, name.count) == 0 {
      return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return nil
  }

  /// When a process started, in ticks since the machine started; nil if there is none of this number.
  static func startTime(of process: Int32) -> UInt64? {
    guard let bytes = contents("/proc/\(process)/stat") else { return nil }
    // The name of the program, in parentheses, may have anything in it.
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    // The state follows, field 3; the start is field 22.
    let fields = text[end...].dropFirst().split(separator: " ")
    guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
    return UInt64(fields[19])
  }

  /// Whether a process is one of this user.
  static func isOfThisUser(_ process: Int32) -> Bool {
    var status = stat()
    return stat("/proc/\(process)", &status) == 0 && status.st_uid == geteuid()
  }

  /// The processes that hold a file locked, as far as they are in this container; nil if the system does not say.
  static func holders(of file: FileIdentity) -> [Int32]? {
    guard let bytes = contents("/proc/locks") else { return nil }
    // 1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count >= 6, fields[1] == "FLOCK", fields[3] == "WRITE",
        fields[5].split(separator: ":").last.flatMap({ UInt64($0) }) == file.inode
      else { return nil }
      return Int32(fields[4]).flatMap { $0 > 0 ? $0 : nil }
    }
  }

  private static func firstLine(_ path: String) -> String? {
    contents(path).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
  }

  private static func contents(_ path: String) -> [UInt8]? { FileContents.prefix(path, limit: 1 << 22) }
}
