import Foundation
import StateRestoration
import Testing

@testable import ArchiveStore

@MainActor
@Suite("Session holder")
struct SessionHolderTests {
  private let folder = NSTemporaryDirectory() + "luahost-holder-\(UUID().uuidString)"
  private let files: SessionFiles

  init() throws {
    files = try SessionFiles(directory: folder)
  }

  private func change(_ time: Double) -> ArchiveChange {
    let node = ArchivedNode(
      id: 1, parent: nil, kind: .viewController, relation: .root, position: 0, identifier: "root", className: "C")
    return ArchiveChange(
      info: SaveInfo(appVersion: "1", hostVersion: "0", screenWidth: 80, screenHeight: 24, savedAt: time),
      applicationState: [], isComplete: true, changed: [node])
  }

  /// Replaces a text in the lock file with another of the same length.
  private func replace(_ text: String, with other: String) throws {
    var bytes = try #require(FileContents.read(files.lock))
    let place = try #require(bytes.firstRange(of: Array(text.utf8)))
    bytes.replaceSubrange(place, with: Array(other.utf8))
    let handle = try #require(FileHandle(forWritingAtPath: files.lock))
    try handle.write(contentsOf: Data(bytes))
  }

  @Test("the lock file identifies the holding process uniquely")
  func named() throws {
    #expect(SessionHolder(files) == nil)
    var lock: SessionLock? = try SessionLock(files)
    let holder = try #require(SessionHolder(files))
    #expect(holder.place == .here && holder.process == getpid() && !holder.isOlder)
    #expect(abs((holder.since ?? 0) - Date().timeIntervalSince1970) < 60)
    #expect(holder.stillHolds(files))
    let text = String(decoding: FileContents.read(files.lock) ?? [], as: UTF8.self)
    #expect(text.hasPrefix("\(getpid())\n"))
    #expect(text.contains("boot ") && text.contains("namespace pid:[") && text.contains("start "))
    lock?.describe(identifier: "org.example.app", script: "/a/script.lua")
    #expect(files.lastApp == ("org.example.app", "/a/script.lua"))
    lock = nil
    #expect(SessionHolder(files) == nil && !holder.stillHolds(files))
    #expect(files.lastApp.identifier == "org.example.app")
  }

  @Test("the lock file contains the mark of the last save beside the holder's identity")
  func witness() throws {
    let store = try SQLiteArchiveStore(files)
    store.lock = try SessionLock(files)
    store.lock?.describe(identifier: "org.example.app", script: "/a/script.lua")
    _ = try store.commit(change(7))
    #expect(MarkFile.readWitness(files)?.savedAt == 7)
    #expect(SessionHolder(files)?.place == .here)
    // Earlier versions wrote only the number and the mark.
    #expect(truncate(files.lock, off_t(LockRecord.offset)) == 0)
    let holder = try #require(SessionHolder(files))
    #expect(holder.isOlder && holder.place == .here && holder.process == getpid())
    #expect(MarkFile.readWitness(files)?.savedAt == 7)
  }

  @Test("a holder on another machine, in another container, or of a reused process id is not local")
  func elsewhere() throws {
    let lock = try SessionLock(files)
    defer { withExtendedLifetime(lock) {} }
    let boot = try #require(ProcessFacts.bootID)
    try replace(boot, with: String(boot.reversed()))
    #expect(SessionHolder(files)?.place == .otherMachine)
    try replace(String(boot.reversed()), with: boot)
    let namespace = try #require(ProcessFacts.processNamespace)
    try replace(namespace, with: "pid:[" + String(repeating: "1", count: namespace.utf8.count - 6) + "]")
    #expect(SessionHolder(files)?.place == .otherContainer)
    try replace("pid:[" + String(repeating: "1", count: namespace.utf8.count - 6) + "]", with: namespace)
    #expect(SessionHolder(files)?.place == .here)
    let start = "start \(try #require(ProcessFacts.startTime(of: getpid())))"
    try replace(start, with: "start " + String(repeating: "7", count: start.utf8.count - 6))
    #expect(SessionHolder(files)?.place == .unknown)
    try replace(
      "\(getpid())\n", with: String("1\n".padding(toLength: "\(getpid())\n".count, withPad: "\n", startingAt: 0)))
    let holder = SessionHolder(files)
    #expect(holder?.place == .unknown && holder?.process == getpid())
  }

  @Test("a holder in a container of this machine is described by its record, under the number that it has here")
  func inContainer() throws {
    let lock = try SessionLock(files)
    defer { withExtendedLifetime(lock) {} }
    let namespace = try #require(ProcessFacts.processNamespace)
    try replace(namespace, with: "pid:[" + String(repeating: "1", count: namespace.utf8.count - 6) + "]")
    try replace(
      "\(getpid())\n", with: String("1\n".padding(toLength: "\(getpid())\n".count, withPad: "\n", startingAt: 0)))
    let holder = try #require(SessionHolder(files))
    #expect(holder.place == .otherContainer && holder.process == getpid())
    #expect(holder.host == ProcessFacts.hostName && holder.since != nil)
  }

  @Test("a holder whose session another process had meanwhile cannot write, whoever holds the lock now")
  func fenced() throws {
    let first = try SQLiteArchiveStore(files)
    first.lock = try SessionLock(files)
    first.claim()
    _ = try first.commit(change(1))
    // The lock is lost with its file, which is the only way that two processes get one session.
    unlink(files.lock)
    var second: SQLiteArchiveStore? = try SQLiteArchiveStore(files)
    second?.lock = try SessionLock(files)
    second?.claim()
    #expect(throws: ArchiveStoreError.self) { try first.commit(change(2)) }
    _ = try second?.commit(change(3))
    second = nil
    for _ in 1...2 {
      #expect(throws: ArchiveStoreError.continued(path: files.lock)) { try first.commit(change(4)) }
      #expect(throws: ArchiveStoreError.continued(path: files.lock)) { try first.setNote("a", to: 1) }
    }
    #expect(try SQLiteArchiveStore(files, isReadOnly: true).currentArchive()?.info.savedAt == 3)
  }

  @Test("a session that was handed over cannot be written by the object that had it")
  func released() throws {
    let store = try SQLiteArchiveStore(files)
    let lock = try SessionLock(files)
    store.lock = lock
    _ = try store.commit(change(1))
    lock.release()
    #expect(throws: ArchiveStoreError.continued(path: files.lock)) { try store.commit(change(2)) }
    _ = try SessionLock(files)
  }

  @Test("a file that was set aside is not listed as a session", arguments: ["damaged", "foreign", "newer", "replaced"])
  func names(_ reason: String) throws {
    for session in ["main", "my.notes"] {
      let store = try SQLiteArchiveStore(SessionFiles(directory: folder, session: session))
      _ = try store.commit(change(1))
    }
    try Data().write(to: URL(fileURLWithPath: folder + "/main.\(reason)-2026-01-01T000000Z.sqlite"))
    #expect(SessionFiles.sessions(in: folder) == ["main", "my.notes"])
  }

  // MARK: Symbolic links

  @Test(
    "a symbolic link in place of a session's file is set aside, and its target is unchanged",
    arguments: ["lock", "mark", "sqlite", "sqlite-wal", "copy"])
  func links(_ suffix: String) throws {
    try files.makeDirectory()
    let victim = folder + "/victim"
    let contents = Data("precious".utf8)
    try contents.write(to: URL(fileURLWithPath: victim))
    #expect(symlink(victim, "\(folder)/main.\(suffix)") == 0)
    let lock = try SessionLock(files)
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    store.lock = lock
    _ = try store.commit(change(1))
    #expect(try Data(contentsOf: URL(fileURLWithPath: victim)) == contents)
    #expect(SessionFiles.isFile("\(folder)/main.\(suffix)") || suffix == "copy")
    let aside = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains(".foreign-") }
    #expect(aside.count == 1 && (suffix == "lock" || !incidents.isEmpty))
    #expect(throws: ArchiveStoreError.locked(path: files.lock, holder: getpid())) { try SessionLock(files) }
  }

  @Test(
    "a symbolic link that replaces a file while the app runs is not written through",
    arguments: ["lock", "mark"])
  func laterLinks(_ suffix: String) throws {
    let store = try SQLiteArchiveStore(files)
    store.lock = try SessionLock(files)
    let victim = folder + "/victim"
    let contents = Data("precious".utf8)
    try contents.write(to: URL(fileURLWithPath: victim))
    unlink("\(folder)/main.\(suffix)")
    #expect(symlink(victim, "\(folder)/main.\(suffix)") == 0)
    _ = try? store.commit(change(1))
    _ = try? store.commit(change(2))
    #expect(try Data(contentsOf: URL(fileURLWithPath: victim)) == contents)
  }
}
