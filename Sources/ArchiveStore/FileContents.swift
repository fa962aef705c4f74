import FoundationEssentials
import Glibc

/// Reads and replaces small files safely, whatever is at their path: does not wait for a FIFO or device, does not
/// follow symbolic links, and limits memory to what valid files need.
public enum FileContents {
  /// The maximum size of a file that is read as a whole.
  public static let maximumSize = 1 << 30
  /// The size from which a file with holes is rejected, as no valid file has any.
  private static let maximumSparseSize = 64 << 20
  /// `SEEK_HOLE` of lseek(2), which is not imported to Swift.
  private static let seekHole: Int32 = 4

  /// Returns the first bytes of a regular file, at most `limit`; nil if there is no such file or it cannot be read.
  public static func prefix(_ path: String, limit: Int) -> [UInt8]? {
    guard let descriptor = openFile(path) else { return nil }
    defer { close(descriptor) }
    return read(descriptor, limit: limit)
  }

  /// Returns all bytes of a regular file; nil if there is no such file, it cannot be read, it is larger than
  /// ``maximumSize``, or it is sparse.
  public static func read(_ path: String) -> [UInt8]? {
    guard let descriptor = openFile(path) else { return nil }
    defer { close(descriptor) }
    return wholeSize(descriptor).flatMap { read(descriptor, limit: $0) }
  }

  /// Whether there is a regular file at a path that is neither larger than ``maximumSize`` nor sparse.
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

  /// Returns all bytes of an input named by the user: a file, or a pipe. Nil if it cannot be read or is larger than
  /// ``maximumSize``.
  public static func readInput(_ path: String) -> [UInt8]? {
    // A FIFO without a writer is empty.
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

  /// Atomically replaces a file, readable by its owner only.
  ///
  /// If the process is killed, a temporary file with ``temporarySuffix`` remains, which the next call replaces.
  ///
  /// - Parameter isSynced: whether the file is synced to disk before this returns.
  public static func replace(_ path: String, with bytes: [UInt8], isSynced: Bool) throws {
    try replace(path, by: path + temporarySuffix, with: bytes, mode: 0o600, isSynced: isSynced)
  }

  /// Like ``replace(_:with:isSynced:)``, for contents that are written in pieces.
  static func replace(_ path: String, isSynced: Bool, _ write: (([UInt8]) throws -> Void) throws -> Void) throws {
    try replace(path, by: path + temporarySuffix, mode: 0o600, isSynced: isSynced, write)
  }

  /// Writes output requested by the user: atomically to a file, directly to a pipe or device.
  ///
  /// If the process is killed, a hidden temporary file remains, which the next call replaces.
  ///
  /// - Parameter mode: the permissions of the file, before the process's umask is applied.
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
    // A symbolic link is kept, and its target replaced.
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    let target = url(resolved.map { String(cString: $0) } ?? path)
    let hidden = ".\(target.lastPathComponent.prefix(60)).luahost\(temporarySuffix)"
    let temporary = target.deletingLastPathComponent().appendingPathComponent(hidden)
    try replace(target.path, by: temporary.path, with: bytes, mode: mode, isSynced: false)
  }

  /// Returns the URL of a path without expanding `~`, which the shell has already done.
  public static func url(_ path: String) -> URL {
    // Foundation would replace it by the home folder.
    URL(fileURLWithPath: path.hasPrefix("~") ? "./" + path : path)
  }

  /// The path of the current folder if it is not UTF-8, so that relative paths cannot be made absolute; nil otherwise.
  public static var binaryCurrentFolder: [UInt8]? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(validatingCString: path) == nil
      ? Array(UnsafeRawBufferPointer(start: path, count: strlen(path))) : nil
  }

  /// Opens a pipe or device for writing. Waits some seconds for a FIFO's reader, which may be about to start.
  private static func openOutput(_ path: String) -> Int32 {
    var descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    for _ in 0..<50 where descriptor < 0 && errno == ENXIO {
      usleep(100_000)
      descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    }
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, 0) }
    return descriptor
  }

  /// Writes bytes to a descriptor, such as standard output. Returns false if that fails; `errno` is the reason.
  @discardableResult
  public static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool { write(descriptor, bytes) }

  /// Returns the system's reason for an error of a file operation, otherwise the error as text.
  public static func reason(of error: any Error) -> String {
    code(of: error).map { String(cString: strerror($0.rawValue)) } ?? "\(error)"
  }

  /// Returns the system's code for an error of a file operation; nil for other errors.
  public static func code(of error: any Error) -> POSIXErrorCode? {
    let cocoaError = error as? CocoaError
    let cause = error as? POSIXError ?? cocoaError?.underlying as? POSIXError
    return switch (cause, cocoaError?.code) {
    case (let cause?, _): cause.code
    case (_, .fileNoSuchFile?), (_, .fileReadNoSuchFile?): .ENOENT
    case (_, .fileWriteNoPermission?), (_, .fileReadNoPermission?): .EACCES
    case (_, .fileWriteFileExists?): .EEXIST
    case (_, .fileWriteOutOfSpace?): .ENOSPC
    case (_, .fileWriteVolumeReadOnly?): .EROFS
    default: nil
    }
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
      // Small pieces are combined.
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

  /// The suffix of temporary files.
  public static let temporarySuffix = ".new"

  /// Whether a file belongs to this user.
  static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_uid == geteuid()
  }

  /// Whether there is something at a path that this process may not read.
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
    // Most files are small. Clearing a larger buffer would cost more than reading them.
    var chunk = [UInt8](repeating: 0, count: min(max(limit, 1), 1 << 12))
    while bytes.count < limit {
      if bytes.count == 1 << 16 { chunk = [UInt8](repeating: 0, count: min(limit, 1 << 20)) }
      let count = Glibc.read(descriptor, &chunk, min(chunk.count, limit - bytes.count))
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
      let count = bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }
}
