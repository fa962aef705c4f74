import FoundationEssentials
import Glibc
import LuaRuntime

/// An app in one file: its script, the modules that it requires, and its resources.
///
/// The file begins with a line for the system, `#!/usr/bin/env luahost`, or with the host's program. A zip archive with
/// uncompressed entries follows. Entries below `.luahost/` describe the app; the others are its files, by their paths
/// relative to the script's folder. The archive's comment, `luahost bundle VERSION length BYTES crc32 CHECKSUM`,
/// distinguishes a bundle from other archives, and an intact bundle from a truncated or damaged one: the checksum is
/// that of the archive up to the comment. In later versions, only the start of the comment up to the length is
/// guaranteed.
public struct AppBundle: Sendable {
  /// The path of the app's script among its files.
  public let script: String
  /// The app's identifier, version and help text.
  public let identity: AppIdentity
  /// The app's files, by path relative to the script's folder.
  public let files: [String: ArraySlice<UInt8>]

  /// Creates a bundle.
  public init(script: String, identity: AppIdentity, files: [String: ArraySlice<UInt8>]) {
    self.script = script
    self.identity = identity
    self.files = files
  }

  /// The version of the format that is written, and the latest that can be read.
  public static let version = 1
  /// The first line of a bundle that runs with the installed host.
  public static let firstLine = Array("#!/usr/bin/env luahost\n".utf8)
  /// The prefix of entries that are not files of the app.
  public static let reservedFolder = ".luahost/"
  /// The maximum size of a bundle, in bytes.
  public static let maximumSize = 256 << 20

  /// Returns the bytes of a file of the app; nil if there is none at this path.
  public func file(_ path: String) -> ArraySlice<UInt8>? {
    Self.normalized(path).flatMap { files[$0] }
  }

  /// Returns a relative path without redundant components; nil if it leads out of the folder.
  public static func normalized(_ path: String) -> String? {
    var parts: [Substring] = []
    guard !path.hasPrefix("/") else { return nil }
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  /// Returns the possible paths of a module in a bundle, in order of precedence.
  public static func modulePaths(of module: String) -> [String] { LuaState.filePaths(of: module) }

  // MARK: Writing

  /// Returns the archive. The same app yields the same bytes.
  ///
  /// - Parameter offset: the number of bytes before the archive.
  public func archive(offset: Int) -> [UInt8] {
    func note(_ name: String, _ text: String?) -> [StoredZip.Entry] {
      text.map { [StoredZip.Entry(name: Self.reservedFolder + name, bytes: Array($0.utf8)[...])] } ?? []
    }
    let notes =
      note("script", script) + note("identifier", identity.identifier) + note("version", identity.version)
      + note("help", identity.help)
    let files = files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return StoredZip.encoded(
      notes + files.map { StoredZip.Entry(name: $0.key, bytes: $0.value) }, offset: offset,
      commentLength: Self.comment(length: 0, checksum: 0).count
    ) { before in
      Self.comment(
        length: before.count + Self.comment(length: 0, checksum: 0).count, checksum: CRC32.of(before[...]))
    }
  }

  private static let commentStart = "luahost bundle "

  private static func comment(length: Int, checksum: UInt32) -> [UInt8] {
    func padded(_ digits: String, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return Array(
      "\(commentStart)\(version) length \(padded(String(length), 10)) crc32 \(padded(String(checksum, radix: 16), 8))"
        .utf8)
  }

  // MARK: Reading

  /// Reads the bundle in a file; nil if the file is not a bundle.
  ///
  /// - Throws: ``LuaError/unreadable(path:reason:)`` if the bundle is truncated, damaged, or of a later version.
  public init?(contentsOf path: String) throws {
    do throws(Failure) {
      guard
        let bytes = try Self.withFile(
          path,
          { descriptor, size throws(Failure) -> [UInt8]? in
            guard let archive = try Self.archive(in: descriptor, size) else { return nil }
            guard archive.count <= Self.maximumSize, let bytes = Self.read(descriptor, archive) else { throw .damaged }
            return bytes
          })
      else { return nil }
      try self.init(archive: bytes[...])
    } catch {
      throw LuaError.unreadable(path: path, reason: error.description)
    }
  }

  /// Whether a file is a bundle, intact or not. Reads only small parts of the file.
  public static func isBundle(_ path: String) -> Bool {
    do {
      return try withFile(path) { descriptor, size throws(Failure) in try archive(in: descriptor, size) } != nil
    } catch {
      return true
    }
  }

  private static func withFile<Result>(
    _ path: String, _ body: (_ descriptor: Int32, _ size: Int) throws(Failure) -> Result?
  ) throws(Failure) -> Result? {
    var status = stat()
    // A FIFO must not be opened, as its writer would take this process for the reader.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return try body(descriptor, status.st_size)
  }

  /// Returns the range of the archive in a file, after a first line or a program; nil if the file is not a bundle.
  private static func archive(in descriptor: Int32, _ size: Int) throws(Failure) -> Range<Int>? {
    guard let head = read(descriptor, 0..<min(size, 4096)) else { return nil }
    if head.starts(with: Array("\u{7f}ELF".utf8)) {
      guard let tail = read(descriptor, max(0, size - StoredZip.longestEnd)..<size),
        let end = StoredZip.end(of: tail[...]), let length = try length(end.comment)
      else { return nil }
      return max(0, size - length)..<size
    }
    if let start = archiveStart(head) { return start..<size }
    // The file is truncated before the archive begins.
    if !head.isEmpty, head.count == size, (firstLine + StoredZip.signature).starts(with: head) { throw .empty }
    return nil
  }

  enum Failure: Error, Equatable, CustomStringConvertible {
    case damaged
    case empty
    case newer(Int)

    var description: String {
      switch self {
      case .empty: "the file has no contents after its first line: it is an empty script or a truncated bundle"
      case .damaged: "this bundled app is truncated or damaged; download it again"
      case .newer(let version):
        "this bundle has version \(version), but this host supports versions up to \(AppBundle.version); update luahost"
      }
    }
  }

  /// Reads the bundle of an archive.
  init(archive bytes: ArraySlice<UInt8>) throws(Failure) {
    guard let end = StoredZip.end(of: bytes), let length = try Self.length(end.comment), length == bytes.count,
      Self.comment(length: length, checksum: CRC32.of(bytes[..<end.comment.startIndex])) == Array(end.comment),
      let entries = StoredZip.entries(of: bytes, end)
    else { throw .damaged }
    var files: [String: ArraySlice<UInt8>] = [:]
    for entry in entries { files[entry.name] = entry.bytes }
    func note(_ name: String) -> String? {
      files.removeValue(forKey: Self.reservedFolder + name).map { String(decoding: $0, as: UTF8.self) }
    }
    guard let script = note("script"), files[script] != nil else { throw .damaged }
    let identity = AppIdentity(identifier: note("identifier"), version: note("version"), help: note("help"))
    self.init(script: script, identity: identity, files: files)
  }

  /// Returns the length of the archive according to its comment; nil if the comment is not that of a bundle.
  private static func length(_ comment: ArraySlice<UInt8>) throws(Failure) -> Int? {
    let words = String(decoding: comment, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    guard comment.starts(with: commentStart.utf8), words.count >= 3, let written = Int(words[2]), written >= 0 else {
      return nil
    }
    guard written <= version else { throw .newer(written) }
    guard words.count == 7, let length = Int(words[4]), length >= 0 else { throw .damaged }
    return length
  }

  /// Returns the start of an archive after a first line, which may name another interpreter, for example after an
  /// installation.
  private static func archiveStart(_ head: [UInt8]) -> Int? {
    guard head.starts(with: Array("#!".utf8)), let newline = head.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    return head[(newline + 1)...].starts(with: StoredZip.signature) ? newline + 1 : nil
  }

  private static func read(_ descriptor: Int32, _ range: Range<Int>) -> [UInt8]? {
    var done = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, initialized in
      while done < range.count {
        let rest = range.count - done
        let got = pread(descriptor, buffer.baseAddress.map { $0 + done }, rest, off_t(range.lowerBound + done))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        done += got
      }
      initialized = done
    }
    return done == range.count ? bytes : nil
  }
}
