import FoundationEssentials
import Glibc

/// The contents of a session's lock file, which identify the process that holds the lock.
///
/// The file has the process's number in its first 32 bytes, then the mark of the last save (see ``MarkFile``), then
/// lines with a name and a value. Earlier versions wrote only the number and the mark.
struct LockRecord: Equatable {
  /// The length of the process number's field in bytes. The mark follows.
  static let holderSize = 32
  /// The offset of the lines.
  static let offset = holderSize + SaveMark.size
  /// The maximum size of a valid file.
  private static let maximumSize = 1 << 16

  /// The process's number in its own namespace.
  var process: Int32
  /// The start time in ticks since boot, which distinguishes a later process with the same number.
  var startTime: UInt64?
  /// The boot ID of the machine.
  var bootID: String?
  /// The process namespace of the number, as containers have their own.
  var processNamespace: String?
  /// The name of the machine or container.
  var host: String?
  /// The process's terminal; nil if it has none.
  var terminal: String?
  /// The time at which it acquired the session, in seconds since 1970-01-01 00:00 UTC.
  var since: Double?
  /// The time of the last key press or mouse event.
  var lastInput: Double?
  /// The app's identifier.
  var identifier: String?
  /// The absolute path of the script.
  var script: String?

  /// Reads the lock file of a session; nil if it is missing or invalid.
  init?(_ files: SessionFiles) {
    guard let bytes = FileContents.prefix(files.lock, limit: Self.maximumSize) else { return nil }
    let number = String(decoding: bytes.prefix(Self.holderSize), as: UTF8.self).prefix { $0.isASCII && $0.isNumber }
    guard let process = Int32(number), process > 0 else { return nil }
    self.process = process
    for line in String(decoding: bytes.dropFirst(Self.offset), as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      let value = parts[1]
      // Another user may have written the file.
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

  /// The record of this process, which acquires a session now.
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

  /// Whether the record was written by a version that stores more than the process's number.
  var isDetailed: Bool { startTime != nil && bootID != nil && processNamespace != nil }

  /// Whether the process is running; nil if that cannot be determined here.
  var isOfLivingProcess: Bool? {
    guard isDetailed, bootID == ProcessFacts.bootID, processNamespace == ProcessFacts.processNamespace else {
      return nil
    }
    return ProcessFacts.startTime(of: process) == startTime
  }

  // MARK: Encoding

  /// The field with the process's number.
  var processBytes: [UInt8] {
    let text = Array("\(process)\n".utf8)
    return text + [UInt8](repeating: UInt8(ascii: "\n"), count: max(0, Self.holderSize - text.count))
  }

  /// The first line, which has a fixed length so that it can be overwritten.
  var inputBytes: [UInt8] {
    let text = Self.text(lastInput ?? 0)
    return Array("input \(String(repeating: "0", count: max(0, 16 - text.utf8.count)))\(text)\n".utf8)
  }

  /// Returns a time with three decimal places.
  private static func text(_ seconds: Double) -> String {
    let milliseconds = Int64(exactly: (max(0, seconds) * 1000).rounded()) ?? 0
    return "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())"
  }

  /// All other lines.
  var detailBytes: [UInt8] {
    let lines: [(String, String?)] = [
      ("start", startTime.map { "\($0)" }), ("boot", bootID), ("namespace", processNamespace), ("host", host),
      ("terminal", terminal), ("since", since.map(Self.text)), ("identifier", identifier),
      ("script", script),
    ]
    return lines.flatMap { name, value -> [UInt8] in
      guard let value, !value.isEmpty, !value.contains(where: \.isNewline) else { return [] }
      return Array("\(name) \(value)\n".utf8)
    }
  }
}

/// Facts about processes from the system.
enum ProcessFacts {
  /// The boot ID of the machine.
  static let bootID = firstLine("/proc/sys/kernel/random/boot_id")

  /// The namespace of process numbers; each container has its own.
  static var processNamespace: String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
  }

  static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The terminal at standard input, otherwise at standard output, when it was first asked for: an app that has the screen
  /// replaces both.
  static let terminal: String? = {
    var name = [CChar](repeating: 0, count: 256)
    for descriptor in [STDIN_FILENO, STDOUT_FILENO] where ttyname_r(descriptor, &name, name.count) == 0 {
      return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return nil
  }()

  /// Returns the start time of a process in ticks since boot; nil if it does not exist.
  static func startTime(of process: Int32) -> UInt64? {
    guard let bytes = contents("/proc/\(process)/stat") else { return nil }
    // The program's name, in parentheses, may contain any characters.
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    // The state follows as field 3; the start time is field 22.
    let fields = text[end...].dropFirst().split(separator: " ")
    guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
    return UInt64(fields[19])
  }

  /// Whether a process belongs to this user.
  static func isOfThisUser(_ process: Int32) -> Bool {
    var status = stat()
    return stat("/proc/\(process)", &status) == 0 && status.st_uid == geteuid()
  }

  /// Returns the processes in this container that hold a lock on a file; nil if it cannot be determined.
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
