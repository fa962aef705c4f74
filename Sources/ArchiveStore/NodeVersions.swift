import StateRestoration

/// The versions of nodes that a save closes and adds.
struct NodeVersions {
  private let finding: Statement
  private let closing: Statement
  private let insertion: Statement
  /// Created for the first rows that are inserted together.
  private var insertionOfSeveral: Statement?
  private let database: Database
  /// Versions that are inserted together with the next ones.
  private var waiting: [(node: ArchivedNode, checksum: Int64)] = []
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
    waiting.append((row, sum))
    guard waiting.count == NodeRow.rowsTogether else { return }
    let statement = try insertionOfSeveral ?? database.statement(NodeRow.insertionOfSeveral)
    insertionOfSeveral = statement
    try NodeRow.insert(waiting[...], since: since, with: statement)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Inserts the versions that wait for others.
  mutating func finish() throws {
    for index in waiting.indices { try NodeRow.insert(waiting[index...index], since: since, with: insertion) }
    waiting = []
  }
}
