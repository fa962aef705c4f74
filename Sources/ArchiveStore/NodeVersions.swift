import StateRestoration

/// The versions of nodes that a save closes and adds.
struct NodeVersions {
  private let finding: Statement
  private let closing: Statement
  private let insertion: Statement
  /// Created for the first rows that are inserted together.
  private var insertionOfSeveral: Statement?
  private let database: Database
  /// The values of versions that are inserted together with the next ones.
  private var waiting = RowValues()
  private let since: SaveNumber
  /// The greatest ID that was ever stored.
  private(set) var lastID: NodeID
  /// The greatest ID that may have a current version. Looking for that of each node would cost as much as inserting it.
  private var lastCurrentID: NodeID
  /// The sum of the checksums of the current versions.
  private(set) var checksum: Int64

  /// Finds the current version of a node.
  static let query = "SELECT since, checksum FROM \(NodeRow.current) WHERE id = ? AND until IS NULL"

  /// Closes a version of a node.
  static let end = "UPDATE node SET until = ? WHERE id = ? AND since = ?"

  /// - Parameters:
  ///   - since: the save.
  ///   - lastID: the greatest ID of a node in earlier saves.
  ///   - checksum: the sum of the checksums of the previous save's versions.
  init(of since: SaveNumber, after lastID: NodeID, checksum: Int64, _ database: Database) throws {
    finding = try database.statement(Self.query)
    closing = try database.statement(Self.end)
    insertion = try database.statement(NodeRow.insertion)
    self.database = database
    self.since = since
    self.lastID = lastID
    lastCurrentID = lastID
    self.checksum = checksum
  }

  /// Closes the current version of a node or piece. Returns false if there is none.
  mutating func close(_ id: NodeID) throws -> Bool {
    guard id <= lastCurrentID || id >= PieceRows.firstID else { return false }
    let found = try finding.first(id) { row in (since: row.integer(0) ?? 0, checksum: row.integer(1) ?? 0) }
    guard let found else { return false }
    try closing.run(since, id, found.since)
    checksum &-= found.checksum
    return true
  }

  /// Closes all current versions.
  mutating func closeAll(_ database: Database) throws {
    try database.statement("UPDATE node SET until = ? WHERE until IS NULL").run(since)
    lastCurrentID = -1
    checksum = 0
  }

  /// Adds a version of a node or piece, which must have no other current one. It is inserted by ``finish()`` at the latest.
  mutating func add(_ row: ArchivedNode) throws {
    let sum = NodeRow.checksum(row)
    checksum &+= sum
    if row.id < PieceRows.firstID { lastID = max(lastID, row.id) }
    guard row.state.count <= Self.largestCopiedState else { return try insertAlone(row, checksum: sum) }
    NodeRow.append(row, state: row.state, checksum: sum, since: since, to: &waiting)
    guard waiting.count == NodeRow.rowsTogether * NodeRow.parameterCount else { return }
    let statement = try insertionOfSeveral ?? database.statement(NodeRow.insertionOfSeveral)
    insertionOfSeveral = statement
    try waiting.run(statement, with: 0..<waiting.count)
    waiting.removeAll()
  }

  /// The size of a state above which it is not copied to wait for others.
  private static let largestCopiedState = 16 << 10

  private func insertAlone(_ row: ArchivedNode, checksum: Int64) throws {
    var values = RowValues()
    NodeRow.append(row, state: nil, checksum: checksum, since: since, to: &values)
    try row.state.withUnsafeBytes { state in
      try values.run(insertion, with: 0..<values.count) {
        try insertion.bind(state, at: NodeRow.stateParameter, isCopied: false)
      }
    }
  }

  /// Inserts the versions that wait for others.
  mutating func finish() throws {
    for start in stride(from: 0, to: waiting.count, by: NodeRow.parameterCount) {
      try waiting.run(insertion, with: start..<start + NodeRow.parameterCount)
    }
    waiting.removeAll()
  }
}
