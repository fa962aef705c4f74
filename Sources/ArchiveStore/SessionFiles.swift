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

/// Lets one process at a time have a session. Held as long as the object lives; the system releases it when the process
/// dies, however it dies.
@MainActor
public final class SessionLock {
  /// How many bytes of the file say who holds it. The mark of the last save follows (see ``MarkFile``).
  nonisolated static let holderSize = 32

  private let files: SessionFiles
  private var descriptor: Int32

  /// Takes the session.
  ///
  /// - Throws: ``ArchiveStoreError/locked(path:holder:)`` if another process has it.
  public init(_ files: SessionFiles) throws {
    self.files = files
    descriptor = try Self.take(files)
  }

  /// Sees to it that the session is still this process's. Its folder may have been removed or moved away, and another
  /// process may have begun the session anew since.
  ///
  /// - Throws: ``ArchiveStoreError/locked(path:holder:)`` if another process has it now.
  func hold() throws {
    guard FileIdentity(descriptor) != FileIdentity(files.lock) else { return }
    let taken = try Self.take(files)
    close(descriptor)
    descriptor = taken
  }

  private static func take(_ files: SessionFiles) throws -> Int32 {
    try files.makeDirectory()
    try files.setAsideUnlessFile(files.lock)
    for _ in 0..<100 {
      let descriptor = try takeOnce(files.lock)
      // A file that was removed before it was locked is nobody's.
      if FileIdentity(descriptor) == FileIdentity(files.lock) { return descriptor }
      close(descriptor)
    }
    throw ArchiveStoreError.cannotWrite(path: files.lock, reason: "it is removed again and again")
  }

  private static func takeOnce(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ArchiveStoreError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      var text = [UInt8](repeating: 0, count: holderSize)
      let count = max(0, read(descriptor, &text, text.count))
      close(descriptor)
      throw ArchiveStoreError.locked(
        path: path, holder: Int32(String(decoding: text.prefix(count), as: UTF8.self).prefix { $0.isNumber }))
    }
    // What stands behind it is the mark's.
    let text = Array("\(getpid())\n".utf8)
    let padding = [UInt8](repeating: UInt8(ascii: "\n"), count: holderSize - text.count)
    _ = pwrite(descriptor, text + padding, holderSize, 0)
    if lseek(descriptor, 0, SEEK_END) > holderSize + SaveMark.size { ftruncate(descriptor, off_t(holderSize)) }
    return descriptor
  }

  isolated deinit {
    close(descriptor)
  }
}
