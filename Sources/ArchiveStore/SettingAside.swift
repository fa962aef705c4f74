import FoundationEssentials
import Glibc

extension SessionFiles {
  /// A reason why a file is set aside.
  enum Aside: String {
    case damaged, foreign, newer, replaced

    /// Returns the reason for an error of the database; nil if it is not set aside.
    init?(_ error: ArchiveStoreError) {
      switch error {
      case .damaged: self = .damaged
      case .foreign: self = .foreign
      case .newer: self = .newer
      default: return nil
      }
    }
  }

  /// The suffixes of the files of a database.
  static let databaseSuffixes = ["", "-wal", "-shm", "-journal"]

  /// Whether there is a regular file at a path. Symbolic links don't count.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether there is anything at a path, including a broken link.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether the write-ahead log has contents.
  var hasLog: Bool { FileIdentity(database + "-wal")?.size ?? 0 > 0 }

  /// Renames the database and its write-ahead log so that the name contains the reason and the time.
  ///
  /// - Returns: the new path.
  @discardableResult
  func setAside(_ reason: Aside) throws -> String {
    let path = asidePath(database, reason)
    if Self.exists(database) { try move(database, to: path) }
    rename(database + "-wal", path + "-wal")
    unlink(database + "-shm")
    return path
  }

  /// Sets the database aside and continues with a copy of it.
  ///
  /// - Returns: the path of the original.
  @discardableResult
  func setAsideCopying(_ reason: Aside) throws -> String {
    let path = try setAside(reason)
    let files = ["", "-wal"].filter { Self.exists(path + $0) }
    guard files.allSatisfy({ FileContents.isReadable(path + $0) }) else { return path }
    for suffix in files {
      do {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: database + suffix)
      } catch {
        // The copy failed, so continue without the history.
        for suffix in Self.databaseSuffixes { unlink(database + suffix) }
        break
      }
    }
    return path
  }

  /// Removes the files that reading a database has created beside it.
  func removeAuxiliaryFiles(_ path: String) {
    unlink(path + "-shm")
    if let log = FileIdentity(path + "-wal"), log.size == 0 { unlink(path + "-wal") }
  }

  /// Sets another file of the session aside.
  func setAside(_ file: String, _ reason: Aside) throws {
    try move(file, to: asidePath(file, reason))
  }

  /// Sets aside anything at the path of one of the session's files that is not a readable regular file: a folder, FIFO,
  /// socket, device or symbolic link.
  ///
  /// - Returns: the new path; nil if there is nothing, or a regular file.
  @discardableResult
  func setAsideUnlessFile(_ file: String) throws -> String? {
    guard Self.exists(file), !Self.isFile(file) || FileContents.isForbidden(file) else { return nil }
    let path = asidePath(file, .foreign)
    try move(file, to: path)
    return path
  }

  private func asidePath(_ file: String, _ reason: Aside) -> String {
    let time = Date().formatted(.iso8601.dateSeparator(.dash).timeSeparator(.omitted))
    let suffix = file.dropFirst("\(directory)/\(session)".count)
    for attempt in 1... {
      let path = "\(directory)/\(session).\(reason.rawValue)-\(time)\(attempt == 1 ? "" : "-\(attempt)")\(suffix)"
      if Self.databaseSuffixes.allSatisfy({ !Self.exists(path + $0) }) { return path }
    }
    return file
  }

  private func move(_ file: String, to path: String) throws {
    guard rename(file, path) == 0 else {
      throw ArchiveStoreError.cannotWrite(path: file, reason: String(cString: strerror(errno)))
    }
  }

  /// Removes temporary files of a process that was killed while writing. Call it only in the process that holds the
  /// session.
  func removeTemporaryFiles() {
    unlink(copy + FileContents.temporarySuffix)
    // Earlier versions left files with such names, created by Foundation.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where name.hasPrefix(".dat.nosync") {
      var status = stat()
      let path = "\(directory)/\(name)"
      guard lstat(path, &status) == 0, Self.isFile(path), time(nil) - status.st_mtim.tv_sec > 86_400 else { continue }
      unlink(path)
    }
  }
}

/// Identifies a file, to detect another one at the same path.
struct FileIdentity: Equatable {
  private let device: UInt64
  let inode: UInt64
  /// The size in bytes.
  let size: Int

  /// Creates the identity of the file or symbolic link at a path; nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Creates the identity of the file at a descriptor; nil if none is open.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
  }

  static func == (first: FileIdentity, second: FileIdentity) -> Bool {
    first.device == second.device && first.inode == second.inode
  }
}
