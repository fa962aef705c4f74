import ArchiveStore
import Foundation
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

  @Test("a database of format 1 is looked at as it is, becomes one of this format when it is used, and keeps what it has")
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

  @Test("an exported archive of version 1")
  func exported() throws {
    try check(try ArchiveFile.decode([UInt8](Data(contentsOf: fixture("format1.cbor")))))
  }
}
