import FoundationEssentials
import Glibc

/// The files of one session of one app.
public struct SessionFiles: Sendable {
  /// The folder of the app's state.
  public let directory: String
  /// The session's name.
  public let session: String

  /// The maximum length of a session's name.
  public static let longestSession = 100

  /// Creates the paths of a session.
  ///
  /// - Throws: ``ArchiveStoreError/badSessionName(_:)`` if the name is not a valid file name;
  ///   ``ArchiveStoreError/cannotWrite(path:reason:)`` if the folder's path is invalid.
  public init(directory: String, session: String = "main") throws {
    let allowed = session.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0))
    }
    guard !session.isEmpty, allowed, !session.hasPrefix("."), session.utf8.count <= Self.longestSession else {
      throw ArchiveStoreError.badSessionName(session)
    }
    guard !directory.isEmpty, !directory.utf8.contains(0) else {
      throw ArchiveStoreError.cannotWrite(path: directory, reason: "the path is empty or contains a zero byte")
    }
    self.directory = directory
    self.session = session
  }

  /// The database with the saves.
  public var database: String { "\(directory)/\(session).sqlite" }
  /// A copy of the last save, for a database that is damaged beyond repair.
  public var copy: String { "\(directory)/\(session).copy" }
  /// The mark of the last acknowledged save.
  public var mark: String { "\(directory)/\(session).mark" }
  /// The file locked by the process that runs the session.
  public var lock: String { "\(directory)/\(session).lock" }
  /// The socket on which the process that runs the session receives take-over requests.
  public var socket: String { "\(directory)/\(socketName)" }
  /// Its name in the folder.
  public var socketName: String { "\(session).socket" }

  /// The folder of the app's own files, which are never pruned.
  public var ownFiles: String { "\(directory)/\(session).files" }

  /// Creates the folder, accessible to its owner only.
  public func makeDirectory() throws { try Self.make(directory) }

  /// Creates the folder of the app's own files, accessible to its owner only, and returns it.
  public func makeOwnFiles() throws -> String {
    try Self.make(ownFiles)
    return ownFiles
  }

  private static func make(_ directory: String) throws {
    var isFolder = false
    if FileManager.default.fileExists(atPath: directory, isDirectory: &isFolder), isFolder { return }
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ArchiveStoreError.cannotWrite(path: directory, reason: FileContents.reason(of: error))
    }
  }
}
