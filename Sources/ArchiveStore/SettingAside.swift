import Foundation

extension SessionFiles {
  /// Why a database is set aside.
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

  /// Gives the database, with its write-ahead log, a name that says why and when it was set aside.
  ///
  /// - Returns: its new path.
  @discardableResult
  func setAside(_ reason: Aside) throws -> String {
    let time = Date().formatted(.iso8601.dateSeparator(.dash).timeSeparator(.omitted))
    var path = ""
    for attempt in 1...1000 {
      path = "\(directory)/\(session).\(reason.rawValue)-\(time)\(attempt == 1 ? "" : "-\(attempt)").sqlite"
      if !FileManager.default.fileExists(atPath: path) { break }
    }
    guard rename(database, path) == 0 else {
      throw ArchiveStoreError.cannotWrite(path: database, reason: String(cString: strerror(errno)))
    }
    rename(database + "-wal", path + "-wal")
    unlink(database + "-shm")
    return path
  }
}

/// Tells one file from another that came to stand at the same path.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let inode: UInt64

  /// The file at a path; nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
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
  }
}
