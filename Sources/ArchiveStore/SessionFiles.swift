import Foundation

/// Where the files of one session of one app are.
public struct SessionFiles: Sendable {
  /// The folder of the app's state.
  public let directory: String
  /// The session's name.
  public let session: String

  /// The files of a session in a folder.
  ///
  /// - Throws: ``ArchiveStoreError/badSessionName(_:)`` if the name cannot name a file.
  public init(directory: String, session: String = "main") throws {
    let allowed = session.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0))
    }
    guard !session.isEmpty, allowed, !session.hasPrefix("."), session.utf8.count <= 100 else {
      throw ArchiveStoreError.badSessionName(session)
    }
    self.directory = directory
    self.session = session
  }

  /// The database with the saves.
  public var database: String { "\(directory)/\(session).sqlite" }
  /// The last save once more, for the case that the database is damaged beyond reading.
  public var copy: String { "\(directory)/\(session).copy" }
  /// Which save was acknowledged last.
  public var mark: String { "\(directory)/\(session).mark" }
  /// The file that the process that runs the session holds locked.
  public var lock: String { "\(directory)/\(session).lock" }
  /// Where the process that runs the session is asked to hand it over.
  public var socket: String { "\(directory)/\(session).socket" }

  /// The folder for what the app keeps by itself. Nothing of it is ever pruned.
  public var ownFiles: String { "\(directory)/\(session).files" }

  /// Makes the folder, for its owner only.
  public func makeDirectory() throws { try Self.make(directory) }

  /// Makes the folder for what the app keeps by itself, for its owner only. Returns it.
  public func makeOwnFiles() throws -> String {
    try Self.make(ownFiles)
    return ownFiles
  }

  private static func make(_ directory: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ArchiveStoreError.cannotWrite(path: directory, reason: reason(error))
    }
  }

  static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    if let underlying, underlying.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(underlying.code)))
    }
    // The last sentence says what it is; it becomes part of another.
    let text = error.localizedDescription
    return text.components(separatedBy: ". ").last.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } ?? text
  }
}
