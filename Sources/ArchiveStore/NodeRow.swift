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
    let row = "(\(Array(repeating: "?", count: parameterCount).joined(separator: ", ")))"
    let rows = Array(repeating: row, count: count).joined(separator: ", ")
    return "INSERT INTO node (\(columns), since) VALUES \(rows)"
  }

  /// Returns the greatest ID of a node.
  static func lastID(_ database: Database) throws -> NodeID {
    try database.statement("SELECT max(id) FROM node WHERE id < ?").first(PieceRows.firstID) { $0.integer(0) } ?? 0
  }

  /// Appends the columns of a row, and `since`, to the values of an insertion.
  ///
  /// - Parameter state: nil if it is bound separately, as parameter ``stateParameter``.
  static func append(
    _ node: ArchivedNode, state: [UInt8]?, checksum: Int64, since: SaveNumber, to values: inout RowValues
  ) {
    values.append(node.id)
    values.append(node.parent)
    values.append(Int64(node.kind.rawValue))
    values.append(Int64(node.relation.rawValue))
    values.append(Int64(node.position))
    values.append(node.identifier)
    values.append(node.className)
    values.append(node.restorationClassName)
    values.append(node.scene?.storyboard)
    values.append(node.scene?.scene)
    values.append(state)
    values.append(checksum)
    values.append(since)
  }

  /// The number of values of a row in an insertion.
  static let parameterCount = Int(columnCount) + 1
  /// The parameter of the state of a row that is inserted alone.
  static let stateParameter: Int32 = 11

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
    hash.add(node.identifier)
    hash.add(node.className)
    hash.add(node.restorationClassName)
    hash.add(node.scene?.storyboard)
    hash.add(node.scene?.scene)
    hash.add(node.state)
    return Int64(bitPattern: hash.value)
  }
}
