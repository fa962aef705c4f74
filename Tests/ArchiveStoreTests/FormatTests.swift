import Foundation
import StateRestoration
import Testing

@testable import ArchiveStore

/// Databases of hosts of each earlier format, which every later version must read: `stateapp` on its third screen, with
/// "hi there" typed on the second. The fixtures are unchanged files of those hosts.
@MainActor
@Suite("Stored formats")
struct FormatTests {
  /// The steps that a database of the current format lists.
  private static let allSteps = (1...Schema.version).map { "format \($0)" }

  private func fixture(_ name: String) throws -> URL {
    try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: nil))
  }

  private func check(_ archive: Archive?) throws {
    let outline = ArchiveOutline(try #require(archive))
    let third = try #require(outline.node(at: ["tabController1", "navController1", "thirdViewController"]))
    #expect(third.archived.className == "ThirdViewController")
    #expect(third.archived.restorationClassName == "ThirdViewController")
    let second = try #require(outline.node(at: ["tabController1", "navController1", "viewController2"]))
    #expect(second.state.entries.map(\.key) == ["UnsavedText"])
    #expect(second.state.entries.first?.value == .string("hi there"))
    #expect(second.archived.scene == .init(storyboard: "Main", scene: "second"))
    let selection = outline.node(at: ["tabController1"])?.state.builtIn.first { $0.key == "selectedIndex" }
    #expect(selection?.value == .integer(1))
    #expect(outline.info.appVersion == "1.0")
    #expect(outline.info.hostVersion == "0.1.0")
    #expect(outline.nodes.count == 5)
  }

  /// The files of a session from a host of an earlier format, with any files beside the database.
  struct Stored: CustomTestStringConvertible {
    let format: Int64
    /// The fixtures by their names in the session.
    let files: [String: String]
    let saves: [SaveNumber]
    /// The kinds of the saves; nil before they were recorded.
    let kinds: [SaveKind?]
    /// The reasons for which saves are kept.
    let marks: [SaveNumber: KeepReason]
    /// The size in bytes of the snapshot of the last save; nil if there is none with a checksum.
    let pictureSize: Int?
    /// The text typed in some of the saves.
    let typed: [SaveNumber: String]
    var testDescription: String { "format \(format)" }

    static let all = [
      Stored(
        format: 1, files: ["main.sqlite": "format1.sqlite"], saves: [1, 2, 3, 4, 5, 6],
        kinds: Array(repeating: nil, count: 6), marks: [:], pictureSize: nil,
        typed: [1: "", 2: "", 3: "hi there", 6: "hi there"]),
      Stored(
        format: 2,
        files: [
          "main.sqlite": "format2/main.sqlite", "main.mark": "format2/main.mark", "main.copy": "format2/main.copy",
        ], saves: [2, 4, 5, 6, 7], kinds: [.end, .background, .autosave, .autosave, .end],
        marks: [2: .version, 4: .fresh, 5: .refusal], pictureSize: 25,
        typed: [2: "old text", 4: "the text", 5: "a refuse", 6: "hi ther.", 7: "hi there"]),
      Stored(
        format: 3,
        files: [
          "main.sqlite": "format3/main.sqlite", "main.mark": "format3/main.mark", "main.copy": "format3/main.copy",
        ], saves: [1, 2, 3, 4, 5, 6, 7],
        kinds: [.autosave, .autosave, .autosave, .background, .end, .autosave, .end], marks: [:], pictureSize: 2066,
        typed: [1: "", 2: "", 3: "hi there", 7: "hi there"]),
    ]
  }

  private func session(_ stored: Stored) throws -> SessionFiles {
    let files = try SessionFiles(directory: NSTemporaryDirectory() + "luahost-format-\(UUID().uuidString)")
    try files.makeDirectory()
    for (name, fixture) in stored.files {
      try FileManager.default.copyItem(
        at: self.fixture(fixture), to: URL(fileURLWithPath: files.directory).appendingPathComponent(name))
    }
    return files
  }

  /// Returns the files of a session with their contents, without the files that SQLite creates for reading.
  private func contents(_ files: SessionFiles) throws -> [String: Data] {
    let folder = URL(fileURLWithPath: files.directory)
    let names = try FileManager.default.contentsOfDirectory(atPath: files.directory)
    let files = try names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
    return Dictionary(uniqueKeysWithValues: files).filter {
      !$0.key.hasSuffix("-shm") && !($0.key.hasSuffix("-wal") && $0.value.isEmpty)
    }
  }

  private func typedText(_ archive: Archive?) throws -> String? {
    let outline = ArchiveOutline(try #require(archive))
    let second = try #require(outline.node(at: ["tabController1", "navController1", "viewController2"]))
    guard case .string(let text)? = second.state.entries.first(where: { $0.key == "UnsavedText" })?.value else {
      return nil
    }
    return text
  }

  /// Checks the history of a session, whoever has opened it since.
  private func checkHistory(_ store: SQLiteArchiveStore, _ stored: Stored) throws {
    let saves = try store.saves().filter { stored.saves.contains($0.number) }
    #expect(saves.map(\.number) == stored.saves)
    #expect(saves.map(\.kind) == stored.kinds)
    for save in saves {
      let marks = save.reasons.filter { !$0.isThinned && $0 != .run }
      #expect(marks == [stored.marks[save.number]].compactMap { $0 }, "save \(save.number)")
    }
    for (number, text) in stored.typed {
      #expect(try typedText(try store.archive(ofSave: number)) == text, "save \(number)")
    }
  }

  @Test("the stored databases have the formats that their names say", arguments: Stored.all)
  func isOfItsFormat(_ stored: Stored) throws {
    let files = try session(stored)
    let database = try Database(files.database)
    #expect(try database.statement("PRAGMA user_version").first { $0.integer(0) } == stored.format)
    let list = try database.statement("SELECT 1 FROM sqlite_master WHERE name = 'grdb_migrations'").first { _ in true }
    #expect((list != nil) == (stored.format > 2))
  }

  @Test("inspecting a database of an earlier format changes no byte of its folder", arguments: Stored.all)
  func lookedAt(_ stored: Stored) throws {
    let files = try session(stored)
    let before = try contents(files)
    do {
      let store = try SQLiteArchiveStore(files, isReadOnly: true)
      try check(try store.currentArchive())
      try checkHistory(store, stored)
      #expect(try store.verify() == [])
    }
    #expect(try contents(files) == before)
  }

  @Test("a database of an earlier format keeps all its contents when it is used", arguments: Stored.all)
  func goesOn(_ stored: Stored) throws {
    let files = try session(stored)
    let last = try #require(stored.saves.last)
    do {
      let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
      #expect(incidents.isEmpty, "\(incidents)")
      try check(try store.currentArchive())
      try checkHistory(store, stored)
      #expect(try store.currentSnapshot()?.count == stored.pictureSize)

      // A save on top of the existing ones: one node changes, the others stay.
      let archive = try #require(try store.currentArchive())
      var second = try #require(archive.nodes.first { $0.identifier == "viewController2" })
      let other = try #require(try store.archive(ofSave: stored.saves[1])?.nodes.first { $0.id == second.id })
      second.state = other.state
      var info = archive.info
      info.savedAt += 1
      let picture = Array("a picture".utf8)
      #expect(
        try store.commit(
          ArchiveChange(
            info: info, applicationState: archive.applicationState, isComplete: false, changed: [second],
            snapshot: { picture }, isDurable: true, kind: .background, beginsRun: true))
          == last + 1)
      #expect(try store.currentSnapshot() == picture)
      #expect(try typedText(try store.currentArchive()) == stored.typed[stored.saves[1]])
      #expect(try store.currentArchive()?.nodes.count == 5)
    }
    do {
      // A rollback to what the old host wrote, as another process reads it.
      let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
      #expect(incidents.isEmpty, "\(incidents)")
      try checkHistory(store, stored)
      #expect(try store.saves().last?.kind == .background)
      #expect(try store.rollBack(to: last) == last + 2)
      try check(try store.currentArchive())
      #expect(try store.rollBack(to: stored.saves[0]) == last + 3)
      #expect(try typedText(try store.currentArchive()) == stored.typed[stored.saves[0]])
      #expect(try store.saves().last?.kind == .rollback)
    }
    let store = try SQLiteArchiveStore(files, isReadOnly: true)
    #expect(try store.verify() == [])
    try checkHistory(store, stored)
    #expect(try steps(files) == Self.allSteps)
  }

  /// Returns a session with the stored database, after some statements.
  private func session(_ sql: String = "") throws -> SessionFiles {
    let files = try SessionFiles(directory: NSTemporaryDirectory() + "luahost-format-\(UUID().uuidString)")
    try files.makeDirectory()
    try FileManager.default.copyItem(atPath: fixture("format1.sqlite").path, toPath: files.database)
    try execute(sql, files)
    return files
  }

  private func execute(_ sql: String, _ files: SessionFiles) throws {
    try Database(files.database).execute(sql)
  }

  private func steps(_ files: SessionFiles) throws -> [String] {
    var steps: [String] = []
    try Database(files.database).statement("SELECT identifier FROM grdb_migrations ORDER BY identifier")
      .forEachRow { steps.append($0.text(0) ?? "") }
    return steps
  }

  /// The migration from format 1 to 2 by hosts of format 2.
  private static let secondStep = """
    ALTER TABLE save ADD COLUMN kind TEXT;
    ALTER TABLE save ADD COLUMN run INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE save ADD COLUMN clock REAL NOT NULL DEFAULT 0;
    ALTER TABLE save ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
    UPDATE save SET clock = number;
    PRAGMA user_version = 2;
    """

  @Test("a migration applies the missing steps, reports them, and results in the current tables")
  func stepByStep() throws {
    for sql in ["", Self.secondStep] {
      let files = try session(sql)
      do {
        let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
        #expect(incidents.isEmpty)
        try check(try store.currentArchive())
      }
      #expect(try steps(files) == Self.allSteps)
      let header = [UInt8](try Data(contentsOf: URL(fileURLWithPath: files.database)).prefix(72))
      #expect(Array(header[60..<64]) == [0, 0, 0, UInt8(Schema.version)])
      #expect(Array(header[68..<72]) == Array("LUAh".utf8))
      // The tables are checked at each opening.
      let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
      #expect(incidents.isEmpty)
      try check(try store.currentArchive())
    }
  }

  @Test("an interrupted creation or migration is continued without a notice")
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
      #expect("\(error.map { "\($0)" } ?? "")".contains("there are no saves yet in \(files.database)"), "\(sql)")
      let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
      #expect(incidents.isEmpty, "\(sql): \(incidents)")
      #expect(try store.currentArchive() == nil)
    }
    for sql in [list, "\(list) INSERT INTO grdb_migrations VALUES ('format 1')", "\(list) \(Self.secondStep)"] {
      let files = try session(sql)
      let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
      #expect(incidents.isEmpty, "\(sql): \(incidents)")
      try check(try store.currentArchive())
      #expect(try steps(files) == Self.allSteps)
    }
  }

  @Test("a list of steps that contradicts the format is damage, and the last valid save is used")
  func contradiction() throws {
    let files = try session(
      """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES \(Self.allSteps.map { "('\($0)')" }.joined(separator: ", "));
      """)
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    #expect("\(incidents)".contains("recorded migrations"))
    try check(try store.currentArchive())
  }

  @Test("the steps to each format create the tables that define it", arguments: 1...Schema.version)
  func steps(to format: Int) throws {
    try Database().write { database in
      for number in 1...format { try Schema.makeStep(to: number, database) }
      #expect(try Schema.format(database) == format)
      try Schema.check(database, "memory")
      // Anything that is not defined is found.
      try database.execute("CREATE INDEX other ON save (width)")
      #expect(throws: ArchiveStoreError.self) { try Schema.check(database, "memory") }
    }
  }

  @Test("an exported archive of version 1 can be imported", arguments: ["format1.cbor", "format3.cbor"])
  func exported(_ name: String) throws {
    try check(try ArchiveFile.decode([UInt8](Data(contentsOf: fixture(name)))))
  }

  /// What the application and the first screen of format 3 refer to, whose states have paths.
  private func checkReferences(_ archive: Archive?) throws {
    let outline = ArchiveOutline(try #require(archive))
    let third: StateValue = .reference(
      NodeReference(path: ["tabController1", "navController1", "thirdViewController"]))
    #expect(outline.application.entries.map(\.key) == ["shown"] && outline.application.entries.first?.value == third)
    let first = try #require(outline.node(at: ["tabController1", "viewController1"])).state.entries
    #expect(first.map(\.key) == ["all", "behind"])
    #expect(first.last?.value == .reference(NodeReference(path: ["tabController1", "navController1"])))
    guard case .map(let pairs)? = first.first?.value else {
      Issue.record("the references in a table are lost")
      return
    }
    #expect(pairs.first { $0.key == .string("last") }?.value == third)
  }

  @Test("references of format 3 are read by their paths, also from the copy and after an import")
  func references() throws {
    let stored = try #require(Stored.all.last)
    let files = try session(stored)
    let copy = try ArchiveFile.decode([UInt8](Data(contentsOf: fixture("format3.cbor"))))
    try checkReferences(copy)
    let (store, _) = try SQLiteArchiveStore.openRecovering(files)
    try checkReferences(try store.currentArchive())
    _ = try store.importArchive(copy)
    try checkReferences(try store.currentArchive())
  }

  @Test(
    "an import gives nodes the IDs of those in the same places, renumbers references, and changes only what differs")
  func importedReferences() throws {
    var coder = CBORWriter()
    coder.beginMap(count: 2)
    for (key, id) in [("known", 6), ("unknown", 9)] {
      coder.write(key)
      NodeReference.node(Int64(id)).write(to: &coder)
    }
    let names: [(Int64, String)] = [(5, "root"), (6, "child")]
    let archive = Archive(
      info: SaveInfo(appVersion: "", hostVersion: "", screenWidth: 1, screenHeight: 1, savedAt: 1),
      applicationState: [],
      nodes: names.map { id, name in
        ArchivedNode(
          id: id, parent: id == 5 ? nil : 5, kind: .viewController, relation: id == 5 ? .root : .child, position: 0,
          identifier: name, className: "C", state: id == 5 ? coder.bytes : [])
      })
    let store = try SQLiteArchiveStore()
    for _ in 1...2 { _ = try store.importArchive(ArchiveFile.decode(ArchiveFile.encode(archive))) }
    let outline = ArchiveOutline(try #require(try store.currentArchive()))
    #expect(outline.roots.map(\.archived.id) == [1])
    #expect(outline.roots[0].state.entries.map(\.key) == ["known", "unknown"])
    #expect(outline.roots[0].state.entries.first?.value == .reference(NodeReference(path: ["root", "child"])))
    #expect(outline.roots[0].state.entries.last?.value == .null)
    // The second import changes nothing, and a rollback to it neither.
    _ = try store.rollBack(to: 1)
    #expect(try store.saves().map(\.changedNodeCount) == [2, 0, 0])
    #expect(try store.saves().map(\.nodeCount) == [2, 2, 2])
    // Siblings with one identifier keep their IDs, too.
    var twins = archive
    twins.nodes.append(twins.nodes[1])
    twins.nodes[2].id = 7
    twins.nodes[2].position = 1
    for _ in 1...2 { _ = try store.importArchive(twins) }
    let last = try #require(try store.saves().last?.number)
    _ = try store.rollBack(to: last)
    #expect(try store.currentArchive()?.nodes.map(\.id) == [1, 2, 3])
    #expect(try store.saves().suffix(3).map(\.changedNodeCount) == [1, 0, 0])
    // A node in another place is a new one.
    var other = archive
    other.nodes[1].identifier = "other"
    _ = try store.importArchive(other)
    #expect(try store.currentArchive()?.nodes.map(\.id) == [1, 4])
    #expect(try store.verify() == [])
  }
}
