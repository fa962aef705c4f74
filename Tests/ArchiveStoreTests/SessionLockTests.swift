import ArchiveStore
import Foundation
import StateRestoration
import Testing

/// Write access to a session while its files come and go.
@MainActor
@Suite("Session lock")
struct SessionLockTests {
  private let folder = NSTemporaryDirectory() + "luahost-lock-\(UUID().uuidString)"
  private let files: SessionFiles

  init() throws {
    files = try SessionFiles(directory: folder)
  }

  private func change(_ time: Double, isComplete: Bool = false) -> ArchiveChange {
    let node = ArchivedNode(
      id: 1, parent: nil, kind: .viewController, relation: .root, position: 0, identifier: "root", className: "C")
    return ArchiveChange(
      info: SaveInfo(appVersion: "1", hostVersion: "0", screenWidth: 80, screenHeight: 24, savedAt: time),
      applicationState: [], isComplete: isComplete, changed: [node])
  }

  private func begin() throws {
    let store = try SQLiteArchiveStore(files)
    for time in [1.0, 2.0] { _ = try store.commit(change(time)) }
  }

  private func setAside() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("-20") && $0.hasSuffix(".sqlite") }
  }

  @Test("a store opened later uses the session claimed at launch, and releases it at the end")
  func deferredLock() throws {
    try begin()
    var store: DeferredArchiveStore? = DeferredArchiveStore(
      files, lock: try SessionLock(files), failure: .cannotWrite(path: files.database, reason: "test"))
    #expect(try store?.currentArchive()?.info.savedAt == 2)
    #expect(store?.needsCompleteChange == true)
    _ = try store?.commit(change(50, isComplete: true))
    #expect(store?.needsCompleteChange == false)
    #expect(throws: ArchiveStoreError.locked(path: files.lock, holder: getpid())) { try SessionLock(files) }
    store = nil
    _ = try SessionLock(files)
  }

  @Test("two stores never write one session: one that lost its lock folder pauses until the lock is free")
  func steppingBack() throws {
    try begin()
    let first = try SQLiteArchiveStore(files)
    first.lock = try SessionLock(files)
    try FileManager.default.removeItem(atPath: files.directory)
    var second: SQLiteArchiveStore? = try SQLiteArchiveStore(files)
    second?.lock = try SessionLock(files)
    for number in 1...3 as ClosedRange<SaveNumber> {
      #expect(throws: ArchiveStoreError.locked(path: files.lock, holder: getpid())) {
        try first.commit(change(1, isComplete: true))
      }
      #expect(try second?.commit(change(Double(number))) == number)
    }
    #expect(try setAside().isEmpty)
    #expect(try SQLiteArchiveStore(files, isReadOnly: true).saves().count == 3)
    second = nil
    // It is the only holder again, and overwrites nothing that the other wrote.
    _ = try? first.commit(change(1, isComplete: true))
    _ = try first.commit(change(1, isComplete: true))
    #expect(throws: ArchiveStoreError.self) { try SessionLock(files) }
    #expect(try setAside().count == 1)
  }

  @Test("a lock file that is removed is created again and locked")
  func lockFileRemoved() throws {
    try begin()
    let store = try SQLiteArchiveStore(files)
    store.lock = try SessionLock(files)
    unlink(files.lock)
    _ = try store.commit(change(2))
    #expect(throws: ArchiveStoreError.self) { try SessionLock(files) }
    try FileManager.default.moveItem(atPath: files.directory, toPath: files.directory + "-moved")
    #expect(throws: ArchiveStoreError.self) { try store.commit(change(2)) }
    _ = try store.commit(change(3, isComplete: true))
    #expect(throws: ArchiveStoreError.self) { try SessionLock(files) }
    #expect(try SQLiteArchiveStore(files, isReadOnly: true).currentArchive()?.info.savedAt == 3)
  }
}
