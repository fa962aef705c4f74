import CSQLite
import Foundation
import Testing

@testable import ArchiveStore
@testable import StateRestoration

/// The interface to SQLite, and the statements that a save executes for each node.
@Suite("Interface to SQLite")
struct DatabaseTests {
  private let database: Database

  init() throws {
    database = try Database()
    try database.execute("CREATE TABLE t (a, b UNIQUE)")
  }

  private func values() throws -> [Int64?] {
    var values: [Int64?] = []
    try database.statement("SELECT a FROM t ORDER BY rowid").forEachRow { values.append($0.integer(0)) }
    return values
  }

  @Test("each value is read as it was bound")
  func roundTrip() throws {
    let insertion = try database.statement("INSERT INTO t (a) VALUES (?)")
    let query = try database.statement("SELECT a FROM t WHERE rowid = last_insert_rowid()")
    for number in [0, -1, Int64.max, .min] {
      try insertion.run(number)
      #expect(try query.first { $0.integer(0) } == number)
    }
    for number in [0.5, -1e300, .infinity] {
      try insertion.run(number)
      #expect(try query.first { $0.double(0) } == number)
    }
    for text in ["", "a", "a text of more than fifteen bytes", "日本\u{0}e\u{301}", "\0"] {
      try insertion.run(text)
      #expect(try query.first { $0.text(0) } == text)
      #expect(try query.first { $0.bytes(0) } == Array(text.utf8))
    }
    for bytes in [[], [0], [UInt8](repeating: 255, count: 100_000)] as [[UInt8]] {
      try insertion.run(bytes)
      #expect(try query.first { $0.bytes(0) } == bytes)
    }
    try insertion.run(nil)
    #expect(try query.first { $0.isNull(0) } == true)
  }

  @Test("a value of another type is read as nil")
  func otherTypes() throws {
    let query = try database.statement("SELECT 'text', x'ff', 1.5, 3.0, NULL")
    #expect(try query.first { $0.integer(0) } == nil)
    #expect(try query.first { $0.text(1) } == nil)
    #expect(try query.first { $0.integer(2) } == nil)
    #expect(try query.first { $0.integer(3) } == 3)
    #expect(try query.first { $0.text(2) } == nil)
    #expect(try query.first { $0.double(0) } == nil)
    #expect(try query.first { $0.bytes(4) } == nil)
  }

  @Test("an error names the statement, the result code and the cause")
  func errors() throws {
    try database.statement("INSERT INTO t VALUES (1, 1)").run()
    let failure = #expect(throws: DatabaseError.self) {
      try database.statement("INSERT INTO t VALUES (?, 1)").run(Int64(2))
    }
    #expect(failure?.code == SQLITE_CONSTRAINT && failure?.extendedCode == SQLITE_CONSTRAINT | 8 << 8)
    #expect(failure?.message == "UNIQUE constraint failed: t.b")
    #expect(failure?.sql == "INSERT INTO t VALUES (?, 1)")
    for operation in [{ try database.statement("SELECT c FROM t").run() }, { try database.execute("SELECT c FROM t") }]
    {
      let failure = #expect(throws: DatabaseError.self, performing: operation)
      #expect(failure?.code == SQLITE_ERROR && failure?.message == "no such column: c")
    }
    let absent = #expect(throws: DatabaseError.self) { try Database("/nowhere/at/all", isReadOnly: true) }
    #expect(absent?.code == SQLITE_CANTOPEN && absent?.message == "unable to open database file")
  }

  @Test("an error undoes a transaction, and the statements can be executed again")
  func undone() throws {
    struct Stop: Error {}
    let insertion = try database.statement("INSERT INTO t VALUES (?, ?)")
    try database.write { _ in try insertion.run(Int64(1), Int64(1)) }
    #expect(throws: Stop.self) {
      try database.write { database in
        try insertion.run(Int64(2), Int64(2))
        try database.statement("SELECT a FROM t").forEachRow { _ in throw Stop() }
      }
    }
    #expect(throws: DatabaseError.self) { try database.write { _ in try insertion.run(Int64(3), Int64(1)) } }
    #expect(try values() == [1])
    try database.write { _ in try insertion.run(Int64(2), Int64(2)) }
    #expect(try values() == [1, 2])
  }

  @Test("a statement keeps no value of an earlier execution")
  func cleared() throws {
    let insertion = try database.statement("INSERT INTO t (a) VALUES (?)")
    try insertion.run(Int64(7))
    try insertion.run()
    #expect(try values() == [7, nil])
    #expect(try database.statement("INSERT INTO t (a) VALUES (?)") === insertion)
  }

  /// Returns how SQLite executes a statement.
  private func plan(_ sql: String) throws -> [String] {
    let store = try Database()
    try Schema.migrate(store, path: ":memory:")
    var steps: [String] = []
    try store.statement("EXPLAIN QUERY PLAN \(sql)").forEachRow { steps.append($0.text(3) ?? "") }
    return steps
  }

  @Test("a save finds the current version of a node without reading the others")
  func currentVersion() throws {
    #expect(try plan(NodeVersions.query) == ["SEARCH node USING INDEX node_current (id=?)"])
    #expect(try plan(NodeVersions.end) == ["SEARCH node USING PRIMARY KEY (id=? AND since=?)"])
    let last = try plan("SELECT max(id) FROM node WHERE id < ?")
    #expect(last == ["SEARCH node USING PRIMARY KEY (id<?)"])
  }
}
