import CSQLite
import StateRestoration
import Testing

@testable import ArchiveStore

@Suite("Text search in saves")
struct SearchingTests {
  @Test("a text is found in keys and values at any depth, in any case", arguments: [0, 1, 5, 190])
  func depth(levels: Int) {
    var value = StateValue.map([.init(key: .string("name"), value: .string("Milk and honey"))])
    for level in 0..<levels {
      value = level % 2 == 0 ? .list([.integer(1), value]) : .map([.init(key: .integer(1), value: value)])
    }
    #expect(value.text(containing: "AND") == "Milk and honey")
    #expect(value.text(containing: "nam") == "name")
    // Each value is searched once: searched twice, 190 levels would never end.
    #expect(value.text(containing: "bread") == nil)
  }
}

@Suite("Comparing saves")
@MainActor
struct ComparingTests {
  /// Returns a store with saves that each change the state of a node and of the application.
  private func store(saves: Int) throws -> SQLiteArchiveStore {
    let store = try SQLiteArchiveStore()
    for number in 1...saves {
      let coder = StateCoder()
      coder.encode(number, forKey: "count")
      let state = coder.encodedState()
      let node = ArchivedNode(
        id: 1, parent: nil, kind: .viewController, relation: .root, position: 0, identifier: "root", className: "C",
        state: state)
      _ = try store.commit(
        ArchiveChange(
          info: SaveInfo(appVersion: "1", hostVersion: "h", screenWidth: 80, screenHeight: 24, savedAt: 5),
          applicationState: state, isComplete: false, changed: [node], removed: []))
    }
    return store
  }

  /// Returns the number of steps that SQLite has executed for a store.
  private func steps(_ store: SQLiteArchiveStore) throws -> Int {
    try store.read { database in
      var steps = 0
      var statement = sqlite3_next_stmt(database.connection, nil)
      while let current = statement {
        steps += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_VM_STEP, 0))
        statement = sqlite3_next_stmt(database.connection, current)
      }
      return steps
    }
  }

  @Test("comparing each save with the previous one takes a number of steps proportional to the saves")
  func linear() throws {
    func stepsToCompare(_ count: Int) throws -> Int {
      let store = try store(saves: count)
      let before = try steps(store)
      let changed = try store.changedNodes(after: 0, through: SaveNumber(count))
      for number in 1...SaveNumber(count) {
        let difference = try store.difference(from: number - 1, to: number, among: changed)
        #expect(difference.nodes.count == 2)
        _ = try store.screenTitle(ofSave: number)
      }
      return try steps(store) - before
    }
    let (few, many) = (try stepsToCompare(50), try stepsToCompare(400))
    #expect(many < 10 * few, "\(few), \(many)")
  }

  @Test("nodes that changed in some of many saves are those that are read for these saves alone")
  func parts() throws {
    let store = try store(saves: 12)
    let all = try store.changedNodes(after: 0, through: 12)
    for earlier in SaveNumber(0)...12 {
      for later in earlier...12 {
        let alone = try store.changedNodes(after: earlier, through: later).nodes(after: earlier, through: later)
        #expect(Set(all.nodes(after: earlier, through: later)) == Set(alone))
      }
    }
  }
}
