import Foundation
import Seeded
import StateRestoration
import Testing

@testable import ArchiveStore

/// Commits that are written beside the main actor.
@MainActor
@Suite("Commits beside the main actor")
struct BackgroundCommitTests {
  private let files: SessionFiles

  init() throws {
    files = try SessionFiles(directory: NSTemporaryDirectory() + "luahost-commits-\(UUID().uuidString)/state")
  }

  private func change(_ states: [UInt8], at time: Double, removed: [NodeID] = []) -> ArchiveChange {
    ArchiveChange(
      info: SaveInfo(appVersion: "1", hostVersion: "h", screenWidth: 80, screenHeight: 24, savedAt: time),
      applicationState: [9], isComplete: false,
      changed: states.enumerated().map { index, state in
        ArchivedNode(
          id: NodeID(index + 1), parent: nil, kind: .viewController, relation: .root, position: index,
          identifier: "node \(index)", className: "C", state: [state])
      },
      removed: removed)
  }

  @Test("another process reads the save once it is written, with a number that follows")
  func written() throws {
    let store = try SQLiteArchiveStore(files)
    #expect(try store.commit(change([1], at: 1)) == 1)
    try store.beginCommit(change([2], at: 2))
    try store.finishCommit()
    let other = try SQLiteArchiveStore(files, isReadOnly: true)
    #expect(try other.currentArchive()?.nodes.map(\.state) == [[2]])
    #expect(try store.commit(change([3], at: 3)) == 3)
  }

  @Test("reading, notes and the release of the store wait for the save")
  func waiting() throws {
    var store: SQLiteArchiveStore? = try SQLiteArchiveStore(files)
    _ = try store?.commit(change([1], at: 1))
    for number in 2..<40 as Range<UInt8> {
      try store?.beginCommit(change([number], at: Double(number)))
      switch number % 3 {
      case 0: #expect(try store?.currentArchive()?.nodes.map(\.state) == [[number]])
      case 1: try store?.setNote("n", to: Int64(number))
      default:
        store = nil
        store = try SQLiteArchiveStore(files)
        #expect(try store?.currentSaveNumber() == SaveNumber(number))
        _ = try store?.currentArchive()
      }
    }
    #expect(try store?.note("n") == 37)
  }

  @Test("the error of a save is thrown when it is finished, once, and nothing is written")
  func failure() throws {
    let store = try SQLiteArchiveStore(files)
    store.lock = try SessionLock(files)
    _ = try store.commit(change([1], at: 1))
    // Another process has taken the session over.
    try Database(files.database).execute("UPDATE meta SET value = 7 WHERE key = 'holder'")
    try store.beginCommit(change([2], at: 2))
    #expect(throws: ArchiveStoreError.self) { try store.finishCommit() }
    try store.finishCommit()
    #expect(try store.saves().count == 1)
    #expect(try store.currentArchive()?.nodes.map(\.state) == [[1]])
  }

  @Test("an error that nobody has asked for is thrown by the next save")
  func lateFailure() throws {
    let store = try SQLiteArchiveStore(files)
    store.lock = try SessionLock(files)
    _ = try store.commit(change([1], at: 1))
    try Database(files.database).execute("UPDATE meta SET value = 7 WHERE key = 'holder'")
    try store.beginCommit(change([2], at: 2))
    #expect(try store.currentArchive()?.nodes.map(\.state) == [[1]])
    #expect(throws: ArchiveStoreError.self) { try store.beginCommit(change([3], at: 3)) }
    #expect(try store.saves().count == 1)
  }

  @Test("saves of both kinds in any order are those of saves that are waited for", arguments: 0..<6)
  func anyOrder(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let store = try SQLiteArchiveStore(files)
    let model = try SQLiteArchiveStore()
    for step in 1...60 {
      let states = (0..<Int.random(in: 1...4, using: &random)).map { _ in UInt8.random(in: 0...5, using: &random) }
      let change = change(states, at: Double(step), removed: step % 7 == 0 ? [4] : [])
      let number = try model.commit(change)
      if Int.random(in: 0..<3, using: &random) == 0 {
        #expect(try store.commit(change) == number)
      } else {
        try store.beginCommit(change)
      }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try store.finishCommit()
      case 1:
        let target = SaveNumber.random(in: 1...number, using: &random)
        #expect((try? store.rollBack(to: target)) == (try? model.rollBack(to: target)))
      case 2: #expect(try store.currentArchive() == model.currentArchive())
      default: break
      }
    }
    #expect(try store.currentArchive() == model.currentArchive())
    #expect(try store.saves().map(\.number) == model.saves().map(\.number))
  }
}
