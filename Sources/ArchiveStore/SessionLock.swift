import FoundationEssentials
import Glibc

/// Ensures that only one process at a time holds a session. Held while the object is alive; the system releases it when
/// the process ends for any reason.
@MainActor
public final class SessionLock {
  private let files: SessionFiles
  private var descriptor: Int32
  private var record: LockRecord
  private var lastInput = 0.0
  private var isReleased = false

  /// Distinguishes this holder from all others. Recorded in the database, so that a process that has lost the session
  /// without noticing cannot write to it.
  let token = Int64.random(in: 1...Int64.max)

  /// Acquires the session.
  ///
  /// - Throws: ``ArchiveStoreError/locked(path:holder:)`` if another process holds it.
  public init(_ files: SessionFiles) throws {
    self.files = files
    record = .ofThisProcess
    descriptor = try Self.take(files, record)
  }

  /// Records which app holds the session, for other processes.
  public func describe(identifier: String, script: String) {
    guard record.identifier != identifier || record.script != script else { return }
    record.identifier = identifier
    record.script = script
    Self.write(record, to: descriptor)
  }

  /// Records the time of user input, at most once a second.
  public func noteInput() {
    let now = Date().timeIntervalSince1970
    guard abs(now - lastInput) >= 1 else { return }
    lastInput = now
    record.lastInput = now
    let bytes = record.inputBytes
    _ = pwrite(descriptor, bytes, bytes.count, off_t(LockRecord.offset))
  }

  /// Checks that this process still holds the session. Its folder may have been removed or moved, and another process
  /// may have started the session again since.
  ///
  /// - Throws: ``ArchiveStoreError/locked(path:holder:)`` if another process holds it now;
  ///   ``ArchiveStoreError/continued(path:)`` after ``release()``.
  func hold() throws {
    if isReleased { throw ArchiveStoreError.continued(path: files.lock) }
    guard FileIdentity(descriptor) != FileIdentity(files.lock) else { return }
    let taken = try Self.take(files, record)
    close(descriptor)
    descriptor = taken
  }

  /// Releases the session, even if the object is still referenced.
  public func release() {
    guard !isReleased else { return }
    isReleased = true
    close(descriptor)
    descriptor = -1
  }

  private static func take(_ files: SessionFiles, _ record: LockRecord) throws -> Int32 {
    try files.makeDirectory()
    for _ in 0..<100 {
      // Another user's session can be running, though its file is not readable; in a container, it is not listed either.
      if FileContents.isForbidden(files.lock) {
        if let holder = SessionHolder(files) {
          throw ArchiveStoreError.locked(path: files.lock, holder: holder.process)
        }
        if !FileContents.isOwn(files.lock) { throw ArchiveStoreError.unreadable(path: files.lock) }
      }
      try files.setAsideUnlessFile(files.lock)
      let descriptor = try takeOnce(files)
      // If the file was removed before it was locked, the lock is useless.
      if FileIdentity(descriptor) == FileIdentity(files.lock) {
        write(record, to: descriptor)
        return descriptor
      }
      close(descriptor)
    }
    throw ArchiveStoreError.cannotWrite(path: files.lock, reason: "it is removed repeatedly")
  }

  private static func takeOnce(_ files: SessionFiles) throws -> Int32 {
    let path = files.lock
    let descriptor = open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw ArchiveStoreError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    // The lock of a killed process is released when its last thread has exited, and a process that only checks for a
    // holder locks the file for an instant.
    for _ in 0..<100 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
      if LockRecord(files)?.isOfLivingProcess != false { break }
      usleep(5_000)
    }
    let holder = LockRecord(files)?.process
    close(descriptor)
    throw ArchiveStoreError.locked(path: path, holder: holder)
  }

  private static func write(_ record: LockRecord, to descriptor: Int32) {
    // The mark is between the two.
    let holder = record.processBytes
    _ = pwrite(descriptor, holder, holder.count, 0)
    let details = record.inputBytes + record.detailBytes
    _ = pwrite(descriptor, details, details.count, off_t(LockRecord.offset))
    ftruncate(descriptor, off_t(LockRecord.offset + details.count))
  }

  isolated deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
