import Foundation
import Seeded
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

  private func rows() throws -> Int64? {
    try store.database.statement("SELECT count(*) FROM node WHERE id >= ?").first(PieceRows.firstID) { $0.integer(0) }
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
    let current = try store.database.statement("SELECT count(*) FROM node WHERE until IS NULL")
    #expect(try current.first { $0.integer(0) } == 2)
  }

  @Test(
    "a text is found across the pieces in which it is stored, in exactly the saves that contain it", arguments: 0..<40)
  func search(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    func letters() -> String {
      let length = Bool.random(using: &random) ? Int.random(in: 0...4, using: &random) : 40
      return String((0..<length).map { _ in "abAß\né".randomElement(using: &random) ?? "a" })
    }
    var pieces = (0..<6).map { _ in piece(letters()) }
    var texts: [String] = []
    for _ in 0..<8 {
      pieces[Int.random(in: 0..<pieces.count, using: &random)] = piece(letters())
      if Bool.random(using: &random) { pieces.swapAt(0, Int.random(in: 1..<pieces.count, using: &random)) }
      texts.append(String(decoding: pieces.flatMap(\.bytes), as: UTF8.self))
      try commit([text(pieces)])
    }
    for length in 1...6 {
      let whole = Array(texts.randomElement(using: &random) ?? "")
      let start = Int.random(in: 0...max(0, whole.count - length), using: &random)
      let wanted = String(whole[start..<min(whole.count, start + length)])
      guard !wanted.isEmpty else { continue }
      let expected = texts.indices.filter { texts[$0].range(of: wanted, options: .caseInsensitive) != nil }
      let found = try store.occurrences(of: wanted)
      #expect(found.map(\.save) == expected.map { SaveNumber($0 + 1) }, "\(wanted.debugDescription) in \(texts)")
      #expect(
        found.allSatisfy { $0.places.map(\.path) == [["root", "text"]] && $0.places[0].entry.key == "typedText" })
    }
  }

  @Test("another process that restores a save keeps its pieces, and writes those that were changed since")
  func anotherRunOfRestored() throws {
    try self.commit([text(["one\n", "two\n", "three\n"].map(piece))])
    let next = try SQLiteArchiveStore(files)
    var node = try #require(try next.currentArchive()?.nodes.last)
    let restored = try #require(node.pieces.first)
    #expect(restored.pieces.map(\.bytes) == ["one\n", "two\n", "three\n"].map { Array($0.utf8) })
    func save(_ node: ArchivedNode) throws {
      _ = try next.commit(
        ArchiveChange(
          info: SaveInfo(appVersion: "1", hostVersion: "h", screenWidth: 80, screenHeight: 24, savedAt: 6),
          applicationState: [], isComplete: false, changed: [node]))
    }
    node.pieces[0].pieces[1] = piece("2\n")
    try save(node)
    #expect(try rows() == 4)
    #expect(try typed(next.currentArchive()) == .string("one\n2\nthree\n"))
    // An ID that stands for other bytes is not trusted.
    node.pieces[0].pieces[0] = StatePiece(Array("other\n".utf8), storedID: restored.pieces[0].storedID)
    try save(node)
    #expect(try rows() == 5)
    #expect(try typed(SQLiteArchiveStore(files, isReadOnly: true).currentArchive()) == .string("other\n2\nthree\n"))
    let third = try SQLiteArchiveStore(files)
    node = try #require(try third.currentArchive()?.nodes.last)
    node.pieces[0].pieces[0] = StatePiece(Array("false\n".utf8), storedID: node.pieces[0].pieces[0].storedID)
    _ = try third.commit(
      ArchiveChange(
        info: SaveInfo(appVersion: "1", hostVersion: "h", screenWidth: 80, screenHeight: 24, savedAt: 7),
        applicationState: [], isComplete: false, changed: [node]))
    #expect(try typed(third.currentArchive()) == .string("false\n2\nthree\n"))
    #expect(try rows() == 6 && third.verify() == [])
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
    try store.database.statement("DELETE FROM node WHERE id = ?").run(PieceRows.firstID + 1)
    #expect(throws: ArchiveStoreError.self) { try store.archive(ofSave: 1) }
  }
}
