import Glibc

/// The history of entered lines, stored in a file.
///
/// A file that cannot be read or written is not an error; the history is then kept in memory only.
@MainActor
public final class LineHistory {
  /// The lines, oldest first.
  public private(set) var lines: [String] = []

  private let path: String?
  private let limit: Int
  /// Replaces newlines in the file, which has one entry per line. It cannot be entered at a prompt.
  private static let newline: UInt8 = 0x0b

  /// Creates a history in a file, or in memory only.
  ///
  /// - Parameter limit: the maximum number of lines.
  public init(path: String? = nil, limit: Int = 1000) {
    self.path = path
    self.limit = max(1, limit)
    load()
  }

  /// Appends a line, unless it is blank or equal to the last one.
  public func append(_ line: String) {
    guard line != lines.last, line.contains(where: { !$0.isWhitespace }) else { return }
    lines.append(line)
    if lines.count > limit { lines.removeFirst(lines.count - limit) }
    // Appended instead of rewritten, as several prompts may share the file.
    write([line], flags: O_WRONLY | O_CREAT | O_APPEND, to: path)
  }

  private func load() {
    guard let path else { return }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while case .bytes(let chunk) = readOnce(descriptor) { bytes += chunk }
    let all = bytes.split(separator: 0x0a).map { line in
      String(decoding: line.map { $0 == Self.newline ? 0x0a : $0 }, as: UTF8.self)
    }
    lines = all.suffix(limit)
    // A file that exceeds the limit is replaced atomically.
    if all.count > limit, write(lines, flags: O_WRONLY | O_CREAT | O_TRUNC, to: path + ".new") {
      rename(path + ".new", path)
    }
  }

  @discardableResult
  private func write(_ lines: [String], flags: Int32, to path: String?) -> Bool {
    guard let path else { return false }
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // Input may be private, and an existing file may be readable by others.
    fchmod(descriptor, 0o600)
    var bytes: [UInt8] = []
    for line in lines {
      bytes += line.utf8.map { $0 == 0x0a ? Self.newline : $0 }
      bytes.append(0x0a)
    }
    return writeAll(bytes, to: descriptor)
  }
}
