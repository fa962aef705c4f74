import StateRestoration

/// A row of the table `node`: a version of a node, with a checksum.
enum NodeRow {
  /// The columns of a node. Further columns can be selected after them, from index ``columnCount`` on.
  static let columns = columns(state: "state")
  static let columnCount: Int32 = 12

  /// Returns the columns, with states longer than a limit replaced by null.
  static func columns(statesUpTo limit: Int) -> String {
    columns(state: "CASE WHEN length(state) <= \(limit) THEN state END")
  }

  private static func columns(state: String) -> String {
    "id, parent, kind, relation, position, identifier, class, restoration_class, storyboard, scene, \(state), checksum"
  }

  /// The table with the index of current rows, which SQLite would not use otherwise: it would read all versions of a node.
  static let current = "node INDEXED BY node_current"

  /// The number of rows of ``insertionOfSeveral``: executing a statement costs as much as inserting a row.
  static let rowsTogether = 16

  /// The statement that inserts these columns and `since`.
  static let insertion = insertion(ofRows: 1)

  /// The statement that inserts several rows.
  static let insertionOfSeveral = insertion(ofRows: rowsTogether)

  private static func insertion(ofRows count: Int) -> String {
    let row = "(\(Array(repeating: "?", count: Int(columnCount) + 1).joined(separator: ", ")))"
    let rows = Array(repeating: row, count: count).joined(separator: ", ")
    return "INSERT INTO node (\(columns), since) VALUES \(rows)"
  }

  /// Returns the greatest ID of a node.
  static func lastID(_ database: Database) throws -> NodeID {
    try database.statement("SELECT max(id) FROM node WHERE id < ?").first(PieceRows.firstID) { $0.integer(0) } ?? 0
  }

  /// Inserts rows with the statement for their number: ``insertion`` or ``insertionOfSeveral``.
  ///
  /// - Parameter rows: the nodes with their checksums.
  static func insert(
    _ rows: ArraySlice<(node: ArchivedNode, checksum: Int64)>, since: SaveNumber, with statement: Statement
  ) throws {
    var offset: Int32 = 0
    for (node, checksum) in rows {
      try bind(node, checksum: checksum, since: since, to: statement, after: offset)
      offset += columnCount + 1
    }
    defer {
      statement.reset()
      for number in 0..<Int32(rows.count) { try? statement.bindNull(at: number * (columnCount + 1) + 11) }
    }
    try withStates(of: rows, boundTo: statement, after: 0) { _ = try statement.step() }
  }

  /// Binds all columns of a row except its state.
  private static func bind(
    _ node: ArchivedNode, checksum: Int64, since: SaveNumber, to statement: Statement, after offset: Int32
  ) throws {
    func bind(_ text: String?, at index: Int32) throws {
      if let text { try statement.bind(text, at: offset + index) } else { try statement.bindNull(at: offset + index) }
    }
    try statement.bind(node.id, at: offset + 1)
    if let parent = node.parent {
      try statement.bind(parent, at: offset + 2)
    } else {
      try statement.bindNull(at: offset + 2)
    }
    try statement.bind(Int64(node.kind.rawValue), at: offset + 3)
    try statement.bind(Int64(node.relation.rawValue), at: offset + 4)
    try statement.bind(Int64(node.position), at: offset + 5)
    try bind(node.identifier, at: 6)
    try bind(node.className, at: 7)
    try bind(node.restorationClassName, at: 8)
    try bind(node.scene?.storyboard, at: 9)
    try bind(node.scene?.scene, at: 10)
    try statement.bind(checksum, at: offset + 12)
    try statement.bind(since, at: offset + 13)
  }

  /// Calls a function while the states of rows are bound, without copies of them.
  private static func withStates(
    of rows: ArraySlice<(node: ArchivedNode, checksum: Int64)>, boundTo statement: Statement, after offset: Int32,
    _ body: () throws -> Void
  ) throws {
    guard let first = rows.first else { return try body() }
    try first.node.state.withUnsafeBytes { bytes in
      try statement.bind(bytes, at: offset + 11, isCopied: false)
      try withStates(of: rows.dropFirst(), boundTo: statement, after: offset + columnCount + 1, body)
    }
  }

  /// Reads a row with these columns.
  ///
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if its checksum does not match.
  static func read(_ row: Statement, path: String) throws -> ArchivedNode {
    var node = try readOutline(row, path: path)
    node.state = row.bytes(10) ?? []
    guard checksum(node) == storedChecksum(row) else { throw damaged(path) }
    return node
  }

  /// Returns the checksum stored in a row.
  static func storedChecksum(_ row: Statement) -> Int64? { row.integer(11) }

  private static func damaged(_ path: String) -> ArchiveStoreError {
    .damaged(path: path, reason: "a saved node does not match its checksum")
  }

  /// Reads a row without its state, and therefore without comparing the checksum.
  static func readOutline(_ row: Statement, path: String) throws -> ArchivedNode {
    guard let id = row.integer(0),
      let kind = row.integer(2).flatMap({ Int(exactly: $0) }).flatMap(ArchivedNode.Kind.init),
      let relation = row.integer(3).flatMap({ Int(exactly: $0) }).flatMap(ArchivedNode.Relation.init),
      let position = row.integer(4), let identifier = row.text(5), let className = row.text(6)
    else { throw damaged(path) }
    var node = ArchivedNode(
      id: id, parent: row.integer(1), kind: kind, relation: relation, position: Int(position),
      identifier: identifier, className: className, restorationClassName: row.text(7))
    if let storyboard = row.text(8), let scene = row.text(9) {
      node.scene = .init(storyboard: storyboard, scene: scene)
    }
    return node
  }

  /// Returns the checksum of all columns.
  static func checksum(_ node: ArchivedNode) -> Int64 {
    var hash = Checksum()
    hash.add(node.id)
    hash.add(node.parent ?? -1)
    hash.add(Int64(node.kind.rawValue))
    hash.add(Int64(node.relation.rawValue))
    hash.add(Int64(node.position))
    for text in [node.identifier, node.className, node.restorationClassName, node.scene?.storyboard, node.scene?.scene]
    {
      hash.add(text)
    }
    hash.add(node.state)
    return Int64(bitPattern: hash.value)
  }
}
