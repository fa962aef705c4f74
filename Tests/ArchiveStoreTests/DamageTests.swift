import Foundation
import Seeded
import StateRestoration
import Testing

@testable import ArchiveStore

/// Recovery from a file system that does not keep what was written.
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

  /// Returns the numbers in the states of an archive.
  private func numbers(_ archive: Archive?) -> Set<Int> {
    Set((archive?.nodes ?? []).compactMap { StateCoder(decoding: $0.state).decodeInteger(forKey: "number") })
  }

  private func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: files.database))) }

  /// Replaces all files by those of ten saves.
  private func reset() throws {
    let filled = folder + "-filled"
    try? FileManager.default.removeItem(atPath: folder)
    if !FileManager.default.fileExists(atPath: filled) {
      try fill()
      // Everything is moved into the database, so that damage to it matters.
      try Database(files.database).truncateLog()
      try FileManager.default.moveItem(atPath: folder, toPath: filled)
    }
    try FileManager.default.copyItem(atPath: filled, toPath: folder)
  }

  private func setAside() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("-20") && $0.hasSuffix(".sqlite") }
  }

  /// Opens damaged files and checks that the session starts with a saved state and can be saved.
  private func checkUsable(_ what: String) throws {
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    let archive = try store.currentArchive()
    if let archive {
      #expect(archive.nodes.count == 30, "\(what)")
      #expect(numbers(archive).isSubset(of: Set(1...10)), "\(what)")
    } else {
      #expect(!incidents.isEmpty, "\(what): the state is gone, and nothing is reported")
    }
    #expect(try setAside().isEmpty == incidents.isEmpty, "\(what)")
    // The first message to the user must be right.
    let summary = SQLiteArchiveStore.Incident.summary(of: incidents)
    if !incidents.isEmpty { #expect(summary.contains("could not be used") == (archive == nil), "\(what): \(summary)") }
    _ = try store.commit(change(1))
    #expect(try store.currentArchive()?.nodes.count == 30, "\(what)")
    // The history may be damaged: then verification says so, and restoring that save is refused.
    for problem in try store.verify() { #expect(problem.hasPrefix("save "), "\(what): \(problem)") }
  }

  @Test("a file truncated at any length is set aside, and the last valid save is used")
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

  @Test("a change of any byte never results in a state that was not saved")
  func flipped() throws {
    try reset()
    let whole = try bytes()
    var random = SeededGenerator(state: 1)
    // The format version bytes of SQLite, and positions throughout the file; scripts/damage tries very many.
    for place in [18, 19] + stride(from: 0, to: whole.count, by: max(1, whole.count / 60)) {
      try reset()
      var damaged = try bytes()
      let isExact = place == 18 || place == 19
      let offset = min(isExact ? place : place + Int.random(in: 0..<64, using: &random), damaged.count - 1)
      damaged[offset] ^= UInt8.random(in: isExact ? 4...255 : 1...255, using: &random)
      try Data(damaged).write(to: URL(fileURLWithPath: files.database))
      try checkUsable("byte \(offset)")
    }
  }

  @Test("zeroed pages are set aside, and the last valid save is used")
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

  @Test("another program's file and garbage are set aside unchanged under a telling name")
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
    try Database(folder + "/other.sqlite").execute("CREATE TABLE mine (a); INSERT INTO mine VALUES (1)")
    try FileManager.default.removeItem(atPath: files.database)
    try FileManager.default.moveItem(atPath: folder + "/other.sqlite", toPath: files.database)
    _ = try SQLiteArchiveStore.openRecovering(files)
    #expect(try setAside().contains { $0.hasPrefix("main.foreign-") })
  }

  @Test("a later host's file is set aside unchanged and unused, and both versions are named")
  func newer() throws {
    try reset()
    try Database(files.database).execute("PRAGMA user_version = 99")
    let before = try bytes()
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    let aside = try #require(try setAside().first)
    #expect(aside.hasPrefix("main.newer-"))
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(aside)"))) == before)
    #expect("\(incidents[0])".contains("format 99") && "\(incidents[0])".contains("up to \(Schema.version)"))
    #expect(try store.currentArchive() == nil)
  }

  @Test("save numbers continue after those of a file that was set aside")
  func numbersGoOn() throws {
    try reset()
    var damaged = try bytes()
    // The last page, which is a part of the history, not of the schema.
    for offset in damaged.count - 4096..<damaged.count { damaged[offset] = 0x55 }
    try Data(damaged).write(to: URL(fileURLWithPath: files.database))
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    if !incidents.isEmpty { #expect(try store.saves().map(\.number) == [11]) }
    #expect(try store.commit(change(1)) >= 11)
  }

  @Test(
    "a file removed or replaced at run time is one error; saving resumes and overwrites nothing"
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

  @Test("without write access the app runs, and saving begins when it gets access")
  func deferred() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // A file in place of the state folder stands for every reason why it cannot be created.
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

  @Test("saves that exist can be read without write access")
  func readable() throws {
    try reset()
    do {
      let store = try SQLiteArchiveStore(files)
      for number in 2...4 { _ = try store.commit(change(number)) }
    }
    let saves = try SQLiteArchiveStore(files, isReadOnly: true).saves().map(\.number)
    let store = DeferredArchiveStore(files, lock: nil, failure: .cannotWrite(path: files.directory, reason: "test"))
    #expect(try store.saves().map(\.number) == saves && saves.count > 2)
    #expect(try store.archive(ofSave: saves[0])?.nodes.count == 30)
    #expect(throws: ArchiveStoreError.self) { try store.commit(change(2)) }
  }

  @Test("old saves are removed when space is short; the latest stays, and all that remain can be restored")
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

  // MARK: Missing saves without a sign in the database

  private func path(_ suffix: String) -> String { files.database + suffix }

  /// Creates a session as a killed process leaves it: ten saves, most of them only in the write-ahead log. Its copy is
  /// of save 8; returns the mark of that save.
  @discardableResult
  private func killed() throws -> Data {
    var markOfCopy = Data()
    let living = try SessionFiles(directory: folder + "/living")
    let lock = try SessionLock(living)
    let store = try SQLiteArchiveStore(living)
    for number in 1...10 {
      var change = change(number)
      change.isDurable = number == 1 || number == 8
      _ = try store.commit(change)
      if number == 8 { markOfCopy = try Data(contentsOf: URL(fileURLWithPath: living.mark)) }
    }
    withExtendedLifetime(lock) {}
    for suffix in [".sqlite", ".sqlite-wal", ".copy", ".mark", ".lock"] {
      let path = "\(folder)/main\(suffix)"
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: "\(living.directory)/main\(suffix)", toPath: path)
    }
    return markOfCopy
  }

  private func start() throws -> (state: Set<Int>, said: String) {
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    return (numbers(try store.currentArchive()), incidents.map(\.description).joined(separator: ". "))
  }

  @Test("the saves of a killed process are complete, and nothing is reported")
  func nothingMissing() throws {
    try killed()
    let (state, said) = try start()
    #expect(state.contains(10) && said.isEmpty)
  }

  @Test("a missing, truncated or damaged log is reported, and nothing older than the copy is used")
  func log() throws {
    for harm in ["gone", "cut", "a bit"] {
      try killed()
      let log = try Data(contentsOf: URL(fileURLWithPath: path("-wal")))
      switch harm {
      case "gone": unlink(path("-wal"))
      case "cut": truncate(path("-wal"), off_t(log.count / 3))
      default:
        var log = log
        log[log.count / 3] ^= 4
        try log.write(to: URL(fileURLWithPath: path("-wal")))
      }
      let (state, said) = try start()
      #expect(state.contains(8) || state.contains(9), "\(harm)")
      #expect(said.contains("save 10") && said.contains("is missing"), "\(harm): \(said)")
      #expect(try !setAside().isEmpty, "\(harm)")
      let again = try start()
      #expect(again.state == state && again.said.isEmpty, "\(harm): \(again.said)")
      #expect(try SQLiteArchiveStore(files).commit(change(1)) > 10, "\(harm)")
      try FileManager.default.removeItem(atPath: folder)
    }
  }

  @Test("if the database is missing but its copy exists, that is reported and the copy is used")
  func databaseGone() throws {
    try killed()
    unlink(path(""))
    let (state, said) = try start()
    #expect(state.contains(8))
    #expect(said.contains("it is missing") && said.contains("save 10"))
  }

  @Test("if database and log are missing, nothing is reported as set aside")
  func databaseAndLogGone() throws {
    try killed()
    for suffix in ["", "-wal"] { unlink(path(suffix)) }
    let (state, said) = try start()
    #expect(state.contains(8))
    #expect(said.contains("main.sqlite is missing") && !said.contains("set aside") && said.contains("save 10"))
  }

  @Test("with only the mark left, the fresh start is reported once")
  func onlyMark() throws {
    try killed()
    for file in [path(""), path("-wal"), files.copy] { unlink(file) }
    #expect(try start().said.contains("save 10"))
    #expect(try start().said.isEmpty)
  }

  @Test("an older database with a newer log is not taken for a state that existed")
  func mixture() throws {
    // The log of the last run has the pages that it changed; those of the run before are only in the database.
    var old = Data()
    for numbers in [[1, 2], [40, 41, 42]] {
      let store = try SQLiteArchiveStore(files)
      for number in numbers { _ = try store.commit(change(number, nodes: 90)) }
      if old.isEmpty { old = try Data(contentsOf: URL(fileURLWithPath: files.database)) }
    }
    let store = try SQLiteArchiveStore(files)
    for number in 80...84 { _ = try store.commit(change(number, nodes: 90)) }
    let log = try Data(contentsOf: URL(fileURLWithPath: path("-wal")))
    let mixed = try SessionFiles(directory: folder + "/mixed")
    try mixed.makeDirectory()
    try old.write(to: URL(fileURLWithPath: mixed.database))
    try log.write(to: URL(fileURLWithPath: mixed.database + "-wal"))
    for (from, to) in [(files.mark, mixed.mark), (files.copy, mixed.copy)] {
      try FileManager.default.copyItem(atPath: from, toPath: to)
    }
    let (opened, incidents) = try SQLiteArchiveStore.openRecovering(mixed)
    let state = numbers(try opened.currentArchive())
    #expect(state.contains(84) && state.isSuperset(of: [40, 41, 42]))
    #expect(!incidents.isEmpty)
  }

  @Test("a mark that was replaced with an older one hides nothing: the lock file has the same number")
  func olderMark() throws {
    for isLogGone in [true, false] {
      let older = try killed()
      try older.write(to: URL(fileURLWithPath: files.mark))
      if isLogGone { unlink(path("-wal")) }
      // Like a start, which keeps the contents after the holder's number.
      let lock = try SessionLock(files)
      let (state, said) = try start()
      #expect(state.contains(10) != isLogGone)
      #expect(said.contains("save 10") == isLogGone)
      #expect(try start().said.isEmpty)
      withExtendedLifetime(lock) {}
      try FileManager.default.removeItem(atPath: folder)
    }
  }

  @Test("a missing or damaged mark is reported, as losses can no longer be detected")
  func markGone() throws {
    for isGone in [true, false] {
      try killed()
      if isGone { unlink(files.mark) } else { truncate(files.mark, 20) }
      let (state, said) = try start()
      #expect(state.contains(10))
      #expect(said.contains("missing or damaged"))
      #expect(try start().said.isEmpty)
      try FileManager.default.removeItem(atPath: folder)
    }
  }

  @Test(
    "a FIFO, socket, folder, device or broken link in place of any file is set aside without blocking"
  )
  func noFiles() throws {
    for file in [files.database, path("-wal"), path("-shm"), path("-journal"), files.copy, files.mark, files.lock] {
      for kind in ["fifo", "socket", "folder", "device", "link"] {
        try killed()
        try? FileManager.default.removeItem(atPath: file)
        switch kind {
        case "fifo": mkfifo(file, 0o600)
        case "socket": mknod(file, S_IFSOCK | 0o600, 0)
        case "folder": mkdir(file, 0o700)
        case "device": symlink("/dev/zero", file)
        default: symlink("nowhere/at/all", file)
        }
        let lock = try SessionLock(files)
        let (state, said) = try start()
        #expect(state.contains(10) || state.contains(9) || state.contains(8), "\(file) \(kind)")
        #expect(state.contains(10) || said.contains("save 10"), "\(file) \(kind)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.contains { $0.hasPrefix("main.foreign-") }, "\(file) \(kind)")
        #expect(try start().said.isEmpty)
        withExtendedLifetime(lock) {}
        try FileManager.default.removeItem(atPath: folder)
      }
    }
  }

  @Test("a sparse copy of 8 GB takes no memory, and is not used")
  func sparse() throws {
    try killed()
    unlink(path(""))
    truncate(files.copy, 8 << 30)
    #expect(try start().said.contains("save 10"))
  }

  @Test("foreign tables and out-of-range numbers are set aside at the first start")
  func strange() throws {
    for sql in [
      "CREATE TRIGGER t BEFORE INSERT ON node BEGIN SELECT RAISE(ABORT, 'no'); END", "CREATE VIEW v AS SELECT 1",
      "CREATE TABLE mine (a)", "ALTER TABLE node ADD COLUMN extra AS (id + 1)",
      "UPDATE sqlite_sequence SET seq = 9223372036854775807", "UPDATE node SET id = 9223372036854775807 WHERE id = 1",
      "UPDATE save SET number = 9223372036854775807 WHERE number = 10", "DELETE FROM save",
      "DELETE FROM save WHERE number = 10", "DELETE FROM node WHERE id = 0",
    ] {
      try reset()
      try Database(files.database).execute(sql)
      let (state, said) = try start()
      #expect(state.contains(10), "\(sql)")
      #expect(try !said.isEmpty && !setAside().isEmpty, "\(sql)")
      #expect(try start().said.isEmpty, "\(sql)")
    }
  }

  @Test("temporary files of a process that was killed while writing the copy are removed by the next")
  func litter() throws {
    try killed()
    let name = files.copy + FileContents.temporarySuffix
    _ = FileManager.default.createFile(atPath: name, contents: Data("half".utf8))
    _ = try start()
    #expect(!FileManager.default.fileExists(atPath: name))
  }
}
