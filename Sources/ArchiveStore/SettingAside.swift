import Foundation

extension SessionFiles {
  /// Why a file is set aside.
  enum Aside: String {
    case damaged, foreign, newer, replaced

    /// Why a database with this error is set aside; nil if it is not.
    init?(_ error: ArchiveStoreError) {
      switch error {
      case .damaged: self = .damaged
      case .foreign: self = .foreign
      case .newer: self = .newer
      default: return nil
      }
    }
  }

  /// What is appended to the path of a database for the files that belong to it.
  static let databaseSuffixes = ["", "-wal", "-shm", "-journal"]

  /// Whether a regular file is at a path. A symbolic link is not one, whatever it points to.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether anything is at a path, a link to nothing included.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether there is something in the write-ahead log.
  var hasLog: Bool { FileIdentity(database + "-wal")?.size ?? 0 > 0 }

  /// Gives the database, with its write-ahead log, a name that says why and when it was set aside.
  ///
  /// - Returns: its new path.
  @discardableResult
  func setAside(_ reason: Aside) throws -> String {
    let path = asidePath(database, reason)
    if Self.exists(database) { try move(database, to: path) }
    rename(database + "-wal", path + "-wal")
    unlink(database + "-shm")
    return path
  }

  /// Sets the database aside as it is, and puts a copy of it in its place to go on with.
  ///
  /// - Returns: the path of what was set aside.
  @discardableResult
  func setAsideCopying(_ reason: Aside) throws -> String {
    let path = try setAside(reason)
    let files = ["", "-wal"].filter { Self.exists(path + $0) }
    guard files.allSatisfy({ FileContents.isReadable(path + $0) }) else { return path }
    for suffix in files {
      do {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: database + suffix)
      } catch {
        // Without its history, then.
        for suffix in Self.databaseSuffixes { unlink(database + suffix) }
        break
      }
    }
    return path
  }

  /// Removes what reading a database that was set aside has put beside it.
  func tidy(_ path: String) {
    unlink(path + "-shm")
    if let log = FileIdentity(path + "-wal"), log.size == 0 { unlink(path + "-wal") }
  }

  /// Sets one of the session's other files aside.
  func setAside(_ file: String, _ reason: Aside) throws {
    try move(file, to: asidePath(file, reason))
  }

  /// Sets aside what stands in the place of one of the session's files and is none: a folder, a FIFO, a socket, a device, a
  /// symbolic link, a file that may not be read.
  ///
  /// - Returns: its new path; nil if nothing is there, or a file.
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

  /// Removes what a process that died while it wrote left behind. For the one that holds the session.
  func removeLitter() {
    unlink(copy + FileContents.temporarySuffix)
    // Versions that replaced files by Foundation left names like these.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where name.hasPrefix(".dat.nosync") {
      var status = stat()
      let path = "\(directory)/\(name)"
      guard lstat(path, &status) == 0, Self.isFile(path), time(nil) - status.st_mtim.tv_sec > 86_400 else { continue }
      unlink(path)
    }
  }
}

/// Tells one file from another that came to stand at the same path.
struct FileIdentity: Equatable {
  private let device: UInt64
  let inode: UInt64
  /// How long it is.
  let size: Int

  /// The file or symbolic link at a path; nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that is open at a descriptor; nil if none is.
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
