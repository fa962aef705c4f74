import ArchiveStore
import Foundation
import GRDB
import StateRestoration
import Testing

/// What happens when the file system does not keep what it was given.
@MainActor
@Suite("Damaged saves")
struct DamageTests {
  private let folder = NSTemporaryDirectory() + "luahost-damage-\(UUID().uuidString)"
  private let files: SessionFiles

  init() throws {
    files = try SessionFiles(directory: folder)
  }

  private func change(_ number: Int, nodes: Int = 30) -> ArchiveChange {
    let state = StateCoder()
    state.encode(number, forKey: "number")
    state.encode(String(repeating: "text \(number) ", count: 40), forKey: "text")
    let all = (1...nodes).map { id in
      ArchivedNode(
        id: NodeID(id), parent: id == 1 ? nil : 1, kind: .viewController, relation: id == 1 ? .root : .child,
        position: id, identifier: "node\(id)", className: "Class", state: state.encodedState())
    }
    return ArchiveChange(
      info: SaveInfo(appVersion: "1", hostVersion: "0", screenWidth: 80, screenHeight: 24, savedAt: Double(number)),
      applicationState: [], isComplete: number == 1, changed: number == 1 ? all : [all[number % nodes]], removed: [],
      isDurable: number % 2 == 0)
  }

  /// Makes a database with ten saves and closes it.
  private func fill() throws {
    let store = try SQLiteArchiveStore(files)
    for number in 1...10 { _ = try store.commit(change(number)) }
  }

  /// The numbers that states of an archive hold.
  private func numbers(_ archive: Archive?) -> Set<Int> {
    Set((archive?.nodes ?? []).compactMap { StateCoder(decoding: $0.state).decodeInteger(forKey: "number") })
  }

  private func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: files.database))) }

  private func reset() throws {
    try? FileManager.default.removeItem(atPath: folder)
    try fill()
    // All of it into the database, so that damage to it counts.
    let queue = try DatabaseQueue(path: files.database)
    try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try queue.close()
  }

  private func setAside() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("-20") && $0.hasSuffix(".sqlite") }
  }

  /// Opens what was damaged: it starts, with a state that was saved, and saving goes on.
  private func checkUsable(_ what: String) throws {
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    let archive = try store.currentArchive()
    if let archive {
      #expect(archive.nodes.count == 30, "\(what)")
      #expect(numbers(archive).isSubset(of: Set(1...10)), "\(what)")
    } else {
      #expect(!incidents.isEmpty, "\(what): the state is gone, and nobody is told")
    }
    #expect(try setAside().isEmpty == incidents.isEmpty, "\(what)")
    _ = try store.commit(change(1))
    #expect(try store.currentArchive()?.nodes.count == 30, "\(what)")
    // The history may be hurt: verifying says so, and restoring that save is refused.
    for problem in try store.verify() { #expect(problem.hasPrefix("save "), "\(what): \(problem)") }
  }

  @Test("a file that was cut off at any length is set aside, and the last good save is used")
  func truncated() throws {
    try reset()
    let whole = try bytes()
    for length in [0, 1, 15, 16, 99, 100, 101, 4095, 4096, 4097, whole.count / 2, whole.count - 4096, whole.count - 1] {
      try reset()
      truncate(files.database, off_t(length))
      let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
      let state = numbers(try store.currentArchive())
      #expect(!incidents.isEmpty || state.contains(10), "\(length)")
      #expect(!state.isEmpty, "\(length)")
      _ = try store.commit(change(1))
      #expect(try store.verify() == [], "\(length)")
    }
  }

  @Test("a byte that changed anywhere never becomes a state that was not saved")
  func flipped() throws {
    try reset()
    let whole = try bytes()
    var random = SystemRandomNumberGenerator()
    for place in stride(from: 0, to: whole.count, by: max(1, whole.count / 150)) {
      try reset()
      var damaged = try bytes()
      let offset = min(place + Int.random(in: 0..<64, using: &random), damaged.count - 1)
      damaged[offset] ^= UInt8.random(in: 1...255, using: &random)
      try Data(damaged).write(to: URL(fileURLWithPath: files.database))
      try checkUsable("byte \(offset)")
    }
  }

  @Test("pages that are zero are set aside, and the last good save is used")
  func zeroed() throws {
    try reset()
    let pages = try bytes().count / 4096
    for page in 0..<pages {
      try reset()
      var damaged = try bytes()
      for offset in page * 4096..<(page + 1) * 4096 { damaged[offset] = 0 }
      try Data(damaged).write(to: URL(fileURLWithPath: files.database))
      try checkUsable("page \(page)")
    }
  }

  @Test("another program's file and garbage are set aside untouched under a name that says so")
  func foreign() throws {
    for contents in [Array("not a database".utf8), [UInt8](repeating: 7, count: 20_000)] {
      try reset()
      try Data(contents).write(to: URL(fileURLWithPath: files.database))
      let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
      let aside = try #require(try setAside().first)
      #expect(aside.hasPrefix("main.foreign-") || aside.hasPrefix("main.damaged-"))
      #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(aside)"))) == contents)
      #expect(incidents.count == 2)
      #expect(numbers(try store.currentArchive()).contains(10))
    }
    try reset()
    let other = try DatabaseQueue(path: folder + "/other.sqlite")
    try other.write { try $0.execute(sql: "CREATE TABLE mine (a); INSERT INTO mine VALUES (1)") }
    try other.close()
    try FileManager.default.removeItem(atPath: files.database)
    try FileManager.default.moveItem(atPath: folder + "/other.sqlite", toPath: files.database)
    _ = try SQLiteArchiveStore.openRecovering(files)
    #expect(try setAside().contains { $0.hasPrefix("main.foreign-") })
  }

  @Test("a newer host's file is set aside untouched, both versions are named, and nothing of it is used")
  func newer() throws {
    try reset()
    let queue = try DatabaseQueue(path: files.database)
    try queue.write { try $0.execute(sql: "PRAGMA user_version = 99") }
    try queue.close()
    let before = try bytes()
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    let aside = try #require(try setAside().first)
    #expect(aside.hasPrefix("main.newer-"))
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(aside)"))) == before)
    #expect("\(incidents[0])".contains("format 99") && "\(incidents[0])".contains("up to 2"))
    #expect(try store.currentArchive() == nil)
  }

  @Test("numbers of saves go on after what was set aside")
  func numbersGoOn() throws {
    try reset()
    var damaged = try bytes()
    // The last page: a part of the history, not of its description.
    for offset in damaged.count - 4096..<damaged.count { damaged[offset] = 0x55 }
    try Data(damaged).write(to: URL(fileURLWithPath: files.database))
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    if !incidents.isEmpty { #expect(try store.saves().map(\.number) == [11]) }
    #expect(try store.commit(change(1)) >= 11)
  }

  @Test(
    "a file that is removed or replaced while the app runs is an error once; then saving goes on, nothing is overwritten"
  )
  func whileRunning() throws {
    for isReplaced in [false, true] {
      try reset()
      let store = try SQLiteArchiveStore(files)
      unlink(files.database)
      if isReplaced { try Data("someone else's".utf8).write(to: URL(fileURLWithPath: files.database)) }
      #expect(throws: ArchiveStoreError.self) { try store.commit(change(2)) }
      _ = try store.commit(change(1))
      #expect(try SQLiteArchiveStore(files, isReadOnly: true).currentArchive()?.nodes.count == 30)
      #expect(try setAside().contains { $0.hasPrefix("main.replaced-") } == isReplaced)
    }
  }

  @Test("where nothing can be written the app goes on, and saving begins when it can")
  func deferred() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // A file where the folder of the state should be stands for every reason why it cannot be made.
    let blocked = try SessionFiles(directory: folder + "/blocked")
    try Data().write(to: URL(fileURLWithPath: blocked.directory))
    #expect(throws: ArchiveStoreError.self) { try SQLiteArchiveStore.openRecovering(blocked) }
    let store = DeferredArchiveStore(blocked, lock: nil, failure: .cannotWrite(path: blocked.directory, reason: "test"))
    #expect(throws: ArchiveStoreError.self) { try store.commit(change(2)) }
    #expect(throws: ArchiveStoreError.self) { try store.commit(change(1)) }
    unlink(blocked.directory)
    #expect(try store.commit(change(1)) == 1)
    #expect(try store.commit(change(2)) == 2)
    #expect(try store.currentArchive()?.nodes.count == 30)
  }

  @Test("old saves go where there is no room; the newest stays, and every one that is left can be restored")
  func pruning() throws {
    let store = try SQLiteArchiveStore(files)
    store.byteLimit = 200_000
    for number in 1...400 { _ = try store.commit(change(number)) }
    #expect(try store.saves().count < 300)
    #expect(try store.verify() == [])
    #expect(numbers(try store.currentArchive()).contains(400))
    let size = try #require(try FileManager.default.attributesOfItem(atPath: files.database)[.size] as? Int)
    #expect(size < 400_000)

    store.byteLimit = 1
    _ = try store.commit(change(401))
    #expect(try store.saves().map(\.number) == [401])
    #expect(try store.currentArchive()?.nodes.count == 30)
  }
}
