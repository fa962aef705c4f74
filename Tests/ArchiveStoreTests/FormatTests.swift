import ArchiveStore
import Foundation
import GRDB
import StateRestoration
import Testing

/// What version 0.1.0 wrote, and every later version must read: `stateapp` on its third screen, with "hi there" typed on the
/// second.
@MainActor
@Suite("Stored formats")
struct FormatTests {
  private func fixture(_ name: String) throws -> URL {
    try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: nil))
  }

  private func check(_ archive: Archive?) throws {
    let outline = ArchiveOutline(try #require(archive))
    let third = try #require(outline.node(at: "tabController1/navController1/thirdViewController"))
    #expect(third.archived.className == "ThirdViewController")
    #expect(third.archived.restorationClassName == "ThirdViewController")
    let second = try #require(outline.node(at: "tabController1/navController1/viewController2"))
    #expect(second.state.entries.map(\.key) == ["UnsavedText"])
    #expect(second.state.entries.first?.value == .string("hi there"))
    #expect(second.archived.scene == .init(storyboard: "Main", scene: "second"))
    #expect(outline.node(at: "tabController1")?.state.builtIn.first?.value == .integer(1))
    #expect(outline.info.appVersion == "1.0")
    #expect(outline.info.hostVersion == "0.1.0")
    #expect(outline.nodes.count == 5)
  }

  @Test("a database of format 1")
  func database() throws {
    let folder = NSTemporaryDirectory() + "luahost-format-\(UUID().uuidString)"
    let files = try SessionFiles(directory: folder)
    try files.makeDirectory()
    try FileManager.default.copyItem(atPath: fixture("format1.sqlite").path, toPath: files.database)
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    #expect(incidents.isEmpty)
    try check(try store.currentArchive())
    #expect(try store.verify() == [])
    #expect(try store.archive(ofSave: store.saves()[0].number)?.nodes.count == 4)
  }

  @Test(
    "a database of format 1 is looked at as it is, becomes one of this format when it is used, and keeps what it has")
  func migration() throws {
    let folder = NSTemporaryDirectory() + "luahost-format-\(UUID().uuidString)"
    let files = try SessionFiles(directory: folder)
    try files.makeDirectory()
    try FileManager.default.copyItem(atPath: fixture("format1.sqlite").path, toPath: files.database)
    let before = try Data(contentsOf: URL(fileURLWithPath: files.database))
    let looked = try SQLiteArchiveStore(files, isReadOnly: true).saves()
    #expect(looked.allSatisfy { $0.kind == nil } && looked.last?.reasons == [.newest])
    #expect(try Data(contentsOf: URL(fileURLWithPath: files.database)) == before)
    var store: SQLiteArchiveStore? = try SQLiteArchiveStore(files)
    #expect(try store?.saves() == looked)
    var archive = try #require(try store?.currentArchive())
    archive.info.savedAt += 1
    _ = try store?.importArchive(archive)
    #expect(try store?.saves().last?.kind == .imported)
    try check(try store?.currentArchive())
    store = nil
    #expect(try SQLiteArchiveStore(files).verify() == [])
  }

  /// A session with the stored database, after some statements.
  private func session(_ sql: String = "") throws -> SessionFiles {
    let files = try SessionFiles(directory: NSTemporaryDirectory() + "luahost-format-\(UUID().uuidString)")
    try files.makeDirectory()
    try FileManager.default.copyItem(atPath: fixture("format1.sqlite").path, toPath: files.database)
    try execute(sql, files)
    return files
  }

  private func execute(_ sql: String, _ files: SessionFiles) throws {
    let queue = try DatabaseQueue(path: files.database)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  private func steps(_ files: SessionFiles) throws -> [String] {
    try DatabaseQueue(path: files.database).read {
      try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier")
    }
  }

  /// What hosts of format 2 made of a database of format 1.
  private static let secondStep = """
    ALTER TABLE save ADD COLUMN kind TEXT;
    ALTER TABLE save ADD COLUMN run INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE save ADD COLUMN clock REAL NOT NULL DEFAULT 0;
    ALTER TABLE save ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
    UPDATE save SET clock = number;
    PRAGMA user_version = 2;
    """

  @Test("a database goes through the steps that it lacks, says so, and has the tables of a new one")
  func stepByStep() throws {
    for sql in ["", Self.secondStep] {
      let files = try session(sql)
      do {
        let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
        #expect(incidents.isEmpty)
        try check(try store.currentArchive())
      }
      #expect(try steps(files) == ["format 1", "format 2", "format 3"])
      let header = [UInt8](try Data(contentsOf: URL(fileURLWithPath: files.database)).prefix(72))
      #expect(Array(header[60..<64]) == [0, 0, 0, 3])
      #expect(Array(header[68..<72]) == Array("LUAh".utf8))
      // The tables are looked at at each opening.
      let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
      #expect(incidents.isEmpty)
      try check(try store.currentArchive())
    }
  }

  @Test("a database of format 2 is looked at as it is")
  func second() throws {
    let files = try session(Self.secondStep)
    let before = try Data(contentsOf: URL(fileURLWithPath: files.database))
    try check(try SQLiteArchiveStore(files, isReadOnly: true).currentArchive())
    #expect(try Data(contentsOf: URL(fileURLWithPath: files.database)) == before)
  }

  @Test("a database that was cut off while it was made or brought up is gone on with, and nobody is told")
  func cutOff() throws {
    let list = "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);"
    let unmade = [
      "PRAGMA journal_mode = WAL", "PRAGMA application_id = 1280655720",
      "PRAGMA application_id = 1280655720; \(list)",
    ]
    for sql in unmade {
      let files = try SessionFiles(directory: NSTemporaryDirectory() + "luahost-format-\(UUID().uuidString)")
      try files.makeDirectory()
      try execute(sql, files)
      let error = #expect(throws: ArchiveStoreError.self) { try SQLiteArchiveStore(files, isReadOnly: true) }
      #expect("\(error.map { "\($0)" } ?? "")".contains("nothing was saved yet"), "\(sql)")
      let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
      #expect(incidents.isEmpty, "\(sql): \(incidents)")
      #expect(try store.currentArchive() == nil)
    }
    for sql in [list, "\(list) INSERT INTO grdb_migrations VALUES ('format 1')", "\(list) \(Self.secondStep)"] {
      let files = try session(sql)
      let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
      #expect(incidents.isEmpty, "\(sql): \(incidents)")
      try check(try store.currentArchive())
      #expect(try steps(files) == ["format 1", "format 2", "format 3"])
    }
  }

  @Test("a list of steps that contradicts the format is damage, and the last good save is used")
  func contradiction() throws {
    let files = try session(
      """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('format 1'), ('format 2'), ('format 3');
      """)
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    #expect("\(incidents)".contains("went through"))
    try check(try store.currentArchive())
  }

  @Test("an exported archive of version 1")
  func exported() throws {
    try check(try ArchiveFile.decode([UInt8](Data(contentsOf: fixture("format1.cbor")))))
  }
}
