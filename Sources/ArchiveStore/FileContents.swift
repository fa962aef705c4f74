import Foundation

/// Reads and replaces small files of the host's own, whatever came to stand in their place: a FIFO or a device is not waited
/// for, a symbolic link is not followed, and no more memory is taken than what was written can need.
public enum FileContents {
  /// The greatest file that is read whole.
  public static let maximumSize = 1 << 30
  /// From here on, a file with holes is none that was written from end to end.
  private static let maximumSparseSize = 64 << 20
  /// `SEEK_HOLE` of lseek(2), which Swift does not see.
  private static let seekHole: Int32 = 4

  /// The bytes of a regular file from its start, at most as many as `limit`; nil if there is none or it cannot be read.
  public static func prefix(_ path: String, limit: Int) -> [UInt8]? {
    guard let descriptor = openFile(path) else { return nil }
    defer { close(descriptor) }
    return read(descriptor, limit: limit)
  }

  /// All bytes of a regular file; nil if there is none, it cannot be read, or it is larger than ``maximumSize`` or than what
  /// is really in it.
  public static func read(_ path: String) -> [UInt8]? {
    guard let descriptor = openFile(path) else { return nil }
    defer { close(descriptor) }
    return wholeSize(descriptor).flatMap { read(descriptor, limit: $0) }
  }

  /// Whether a path has a regular file that is not larger than ``maximumSize`` or than what is really in it.
  static func isReadable(_ path: String) -> Bool {
    guard let descriptor = openFile(path) else { return false }
    defer { close(descriptor) }
    return wholeSize(descriptor) != nil
  }

  private static func wholeSize(_ descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size <= maximumSize else { return nil }
    if status.st_size > maximumSparseSize {
      guard lseek(descriptor, 0, seekHole) >= status.st_size, lseek(descriptor, 0, SEEK_SET) == 0 else { return nil }
    }
    return status.st_size
  }

  /// All bytes of what a person named: a file, or a pipe that somebody writes to. Nil if it cannot be read or is larger than
  /// ``maximumSize``.
  public static func readInput(_ path: String) -> [UInt8]? {
    // A FIFO that nobody writes to is empty.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT),
      status.st_size <= maximumSize
    else { return nil }
    let bytes = read(descriptor, limit: maximumSize + 1)
    return bytes.flatMap { $0.count <= maximumSize ? $0 : nil }
  }

  /// Puts a file of these contents, for its owner only, in the place of what is there: all or nothing.
  ///
  /// What a death on the way leaves has the name of the file with ``temporarySuffix``, so that the next time replaces it.
  ///
  /// - Parameter isSynced: whether it is on the disk when this returns.
  public static func replace(_ path: String, with bytes: [UInt8], isSynced: Bool) throws {
    try replace(path, by: path + temporarySuffix, with: bytes, mode: 0o600, isSynced: isSynced)
  }

  /// The same for contents that are given piece by piece.
  static func replace(_ path: String, isSynced: Bool, _ write: (([UInt8]) throws -> Void) throws -> Void) throws {
    try replace(path, by: path + temporarySuffix, mode: 0o600, isSynced: isSynced, write)
  }

  /// Writes what a person wants to have in a file: all or nothing, but straight into a pipe or a device.
  ///
  /// What a death on the way leaves is a hidden file beside it, which the next time replaces.
  ///
  /// - Parameter mode: who may do what with the file, before the process's mask.
  public static func writeOutput(_ bytes: [UInt8], to path: String, mode: mode_t) throws {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = openOutput(path)
      defer { if descriptor >= 0 { close(descriptor) } }
      guard descriptor >= 0, write(descriptor, bytes) else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      return
    }
    // A link stays one: the file that it leads to is replaced.
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    let target = url(resolved.map { String(cString: $0) } ?? path)
    let hidden = ".\(target.lastPathComponent.prefix(60)).luahost\(temporarySuffix)"
    let temporary = target.deletingLastPathComponent().appendingPathComponent(hidden)
    try replace(target.path, by: temporary.path, with: bytes, mode: mode, isSynced: false)
  }

  /// The URL of a path. `~` in it is a name as any other: what it means to a shell has been done by that.
  public static func url(_ path: String) -> URL {
    // Foundation would put the home folder in its place.
    URL(fileURLWithPath: path.hasPrefix("~") ? "./" + path : path)
  }

  /// Opens a pipe or a device to write to. A FIFO that nobody reads is waited for, for some seconds: the reader may be about to
  /// start.
  private static func openOutput(_ path: String) -> Int32 {
    var descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    for _ in 0..<50 where descriptor < 0 && errno == ENXIO {
      usleep(100_000)
      descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    }
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, 0) }
    return descriptor
  }

  /// An empty file without a name, which is gone with the process.
  public static func unnamed() throws -> FileHandle {
    var template = Array((NSTemporaryDirectory() + "/luahost-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private static func replace(
    _ path: String, by temporary: String, with bytes: [UInt8], mode: mode_t, isSynced: Bool
  ) throws {
    try replace(path, by: temporary, mode: mode, isSynced: isSynced) { try $0(bytes) }
  }

  private static func replace(
    _ path: String, by temporary: String, mode: mode_t, isSynced: Bool,
    _ body: (([UInt8]) throws -> Void) throws -> Void
  ) throws {
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    do {
      defer { close(descriptor) }
      // Small pieces are written together.
      var gathered: [UInt8] = []
      func put(_ bytes: [UInt8]) throws {
        guard write(descriptor, bytes) else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      }
      try body { piece in
        if gathered.count + piece.count > gatheredSize {
          try put(gathered)
          gathered.removeAll(keepingCapacity: true)
        }
        if piece.count > gatheredSize { try put(piece) } else { gathered += piece }
      }
      try put(gathered)
      if isSynced, fsync(descriptor) != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      guard rename(temporary, path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static let gatheredSize = 64 << 10

  /// What a file is called while it is written.
  public static let temporarySuffix = ".new"

  /// Whether something is at a path that this process may not read.
  static func isForbidden(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor < 0 else {
      close(descriptor)
      return false
    }
    return errno == EACCES
  }

  private static func openFile(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func read(_ descriptor: Int32, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(max(limit, 1), 1 << 20))
    while bytes.count < limit {
      let count = Foundation.read(descriptor, &chunk, min(chunk.count, limit - bytes.count))
      if count == 0 { break }
      if count < 0 {
        guard errno == EAGAIN || errno == EINTR else { return nil }
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, -1)
        continue
      }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }
}
