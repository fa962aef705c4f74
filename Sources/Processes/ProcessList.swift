import Glibc
import SystemCalls

/// The processes of the system, as listed in `/proc`.
struct ProcessList {
  struct Entry {
    let parent: pid_t
    let group: pid_t
    let session: pid_t
    /// Whether the process has exited but is not yet reaped by its parent.
    let isZombie: Bool
  }

  private(set) var entries: [pid_t: Entry] = [:]

  /// Lists the current processes.
  init() {
    guard let folder = opendir("/proc") else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let process = pid_t(name) else { continue }
      entries[process] = Self.entry(of: process)
    }
  }

  /// Whether a process may be missing, because its parent exited while the list was read.
  var isIncomplete: Bool { entries.values.contains { $0.parent > 0 && entries[$0.parent] == nil } }

  /// Returns the descendants of processes.
  ///
  /// - Parameter excluded: processes to skip, with their own descendants.
  func descendants(of processes: Set<pid_t>, excluding excluded: Set<pid_t> = []) -> Set<pid_t> {
    var children: [pid_t: [pid_t]] = [:]
    for (process, entry) in entries { children[entry.parent, default: []].append(process) }
    var found: Set<pid_t> = []
    var pending = Array(processes)
    while let parent = pending.popLast() {
      for child in children[parent] ?? [] where !excluded.contains(child) && found.insert(child).inserted {
        pending.append(child)
      }
    }
    return found
  }

  private static func entry(of process: pid_t) -> Entry? {
    // The name in parentheses may contain any bytes.
    guard let bytes = contents(of: "/proc/\(process)/stat"), let nameEnd = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = bytes[(nameEnd + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 4)
    guard fields.count == 5, let state = fields[0].first else { return nil }
    func number(_ index: Int) -> pid_t { pid_t(String(decoding: fields[index], as: UTF8.self)) ?? 0 }
    return Entry(
      parent: number(1), group: number(2), session: number(3),
      isZombie: state == UInt8(ascii: "Z") || state == UInt8(ascii: "X"))
  }

  /// Returns the children that the main thread of a process has started or adopted.
  static func children(ofMainThreadOf process: pid_t) -> [pid_t] {
    (contents(of: "/proc/\(process)/task/\(process)/children") ?? [])
      .split(separator: UInt8(ascii: " ")).compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
  }

  /// Returns the contents of a file in `/proc`; nil if it cannot be read.
  static func contents(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var result: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        count = max(0, read(file, buffer.baseAddress, buffer.count))
      }
      if piece.isEmpty { return result }
      result += piece
    }
  }
}
