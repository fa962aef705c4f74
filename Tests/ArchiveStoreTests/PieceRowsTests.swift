import Foundation
import GRDB
import Testing

@testable import ArchiveStore
@testable import StateRestoration

@MainActor
@Suite("Long values in pieces")
struct PieceRowsTests {
  private let files: SessionFiles
  private let store: SQLiteArchiveStore

  init() throws {
    files = try SessionFiles(directory: NSTemporaryDirectory() + "luahost-pieces-\(UUID().uuidString)/state")
    store = try SQLiteArchiveStore(files)
  }

  private func text(_ lines: [StatePiece], other: Int = 0) -> ArchivedNode {
    let coder = StateCoder()
    coder.encode(other, forKey: "other")
    coder.builtIn.encode(StatePieces(.text, lines), forKey: "typedText")
    var node = ArchivedNode(
      id: 2, parent: 1, kind: .view, relation: .child, position: 0, identifier: "text", className: "TextView")
    (node.state, node.pieces) = coder.encodedParts()
    return node
  }

  private func piece(_ text: String) -> StatePiece { StatePiece(Array(text.utf8)) }

  @discardableResult
  private func commit(_ nodes: [ArchivedNode], removed: [NodeID] = [], isDurable: Bool = false) throws -> SaveNumber {
    let root = ArchivedNode(
      id: 1, parent: nil, kind: .viewController, relation: .root, position: 0, identifier: "root", className: "C")
    return try store.commit(
      ArchiveChange(
        info: SaveInfo(appVersion: "1", hostVersion: "h", screenWidth: 80, screenHeight: 24, savedAt: 5),
        applicationState: [], isComplete: false, changed: [root] + nodes, removed: removed, isDurable: isDurable))
  }

  private func typed(_ archive: Archive?) throws -> StateValue? {
    ArchiveOutline(try #require(archive)).node(at: ["root", "text"])?.state.builtIn.first?.value
  }

  private func rows() throws -> Int {
    try store.queue.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM node WHERE id >= ?", arguments: [PieceRows.firstID]) ?? 0
    }
  }

  @Test("a save writes only new pieces, and each save is read back complete")
  func incremental() throws {
    let pieces = ["one\n", "two\n", "three\n"].map(piece)
    try commit([text(pieces)])
    try commit([text([pieces[0], piece("2\n"), pieces[2]], other: 7)])
    try commit([text([pieces[0], pieces[2]])])
    #expect(try rows() == 4)
    for store in [store, try SQLiteArchiveStore(files, isReadOnly: true)] {
      #expect(try typed(store.archive(ofSave: 1)) == .string("one\ntwo\nthree\n"))
      #expect(try typed(store.archive(ofSave: 2)) == .string("one\n2\nthree\n"))
      #expect(try typed(store.currentArchive()) == .string("one\nthree\n"))
      #expect(try store.currentArchive()?.nodes.count == 2)
      #expect(try store.nextNodeID() == 3)
      #expect(try store.verify() == [])
    }
    try commit([], removed: [2])
    #expect(try store.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM node WHERE until IS NULL") } == 2)
  }

  @Test("another process continues with new pieces, and closes the rows of the previous ones")
  func anotherRun() throws {
    try commit([text([piece("old\n"), piece("text\n")])])
    let next = try SQLiteArchiveStore(files)
    let node = text([piece("new\n")])
    _ = try next.commit(
      ArchiveChange(
        info: SaveInfo(appVersion: "1", hostVersion: "h", screenWidth: 80, screenHeight: 24, savedAt: 6),
        applicationState: [], isComplete: false, changed: [node]))
    #expect(try typed(next.currentArchive()) == .string("new\n"))
    #expect(try typed(next.archive(ofSave: 1)) == .string("old\ntext\n"))
    #expect(try rows() == 3)
  }

  @Test("tools show, compare and find the text as if it was saved as a whole")
  func tools() throws {
    let pieces = ["the first line\n", "the second line\n"].map(piece)
    try commit([text(pieces)])
    try commit([text([pieces[0], piece("another line\n")])])
    let found = try store.occurrences(of: "SECOND")
    #expect(found.map(\.save) == [1] && found.first?.places.map(\.path) == [["root", "text"]])
    #expect(found.first?.places.first?.text == "the second line\n")
    #expect(try store.occurrences(of: "first").map(\.save) == [1, 2])
    let difference = try store.difference(from: 1, to: 2)
    #expect(
      difference.nodes.map(\.changes) == [
        [
          .value(
            key: "typedText", was: .string("the first line\nthe second line\n"),
            is: .string("the first line\nanother line\n"), isBuiltIn: true)
        ]
      ])
  }

  @Test("a rollback, an import and the copy beside the database contain the whole text")
  func elsewhere() throws {
    let pieces = ["one\n", "two\n"].map(piece)
    try commit([text(pieces)])
    try commit([text([pieces[0]])], isDurable: true)
    #expect(try typed(LastSaveCopy.read(files)?.archive) == .string("one\n"))
    _ = try store.rollBack(to: 1)
    #expect(try typed(store.currentArchive()) == .string("one\ntwo\n"))
    let file = ArchiveFile.encode(try #require(try store.archive(ofSave: 2)))
    _ = try store.importArchive(try ArchiveFile.decode(file))
    #expect(try typed(store.currentArchive()) == .string("one\n"))
    #expect(try store.verify() == [])
  }

  @Test("a missing or changed piece counts as damage")
  func damage() throws {
    try commit([text([piece("one\n"), piece("two\n")])])
    try store.queue.write { try $0.execute(sql: "DELETE FROM node WHERE id = ?", arguments: [PieceRows.firstID + 1]) }
    #expect(throws: ArchiveStoreError.self) { try store.archive(ofSave: 1) }
  }
}
