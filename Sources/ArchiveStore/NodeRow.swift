import Foundation
import GRDB
import StateRestoration

/// A row of the table `node`: a version of a node, with a checksum.
enum NodeRow {
  /// The columns of a node. Further columns can be selected after them, from index ``columnCount`` on.
  static let columns = columns(state: "state")
  static let columnCount = 12

  /// Returns the columns, with states longer than a limit replaced by null.
  static func columns(statesUpTo limit: Int) -> String {
    columns(state: "CASE WHEN length(state) <= \(limit) THEN state END")
  }

  private static func columns(state: String) -> String {
    "id, parent, kind, relation, position, identifier, class, restoration_class, storyboard, scene, \(state), checksum"
  }

  /// The statement that inserts these columns and `since`.
  static let insertion =
    "INSERT INTO node (\(columns), since) VALUES (\(Array(repeating: "?", count: columnCount + 1).joined(separator: ", ")))"

  /// Inserts a row with the statement ``insertion``.
  static func insert(_ node: ArchivedNode, checksum: Int64, since: SaveNumber, with statement: Statement) throws {
    guard node.state.count + node.identifier.utf8.count >= largeSize else {
      statement.setUncheckedArguments(
        arguments(node, state: Data(node.state), checksum: checksum, since: since))
      return try statement.execute()
    }
    // SQLite reads large states without a copy. The statement must not keep a pointer to them.
    try node.state.withUnsafeBytes { bytes in
      let state = bytes.baseAddress.map {
        Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: $0), count: bytes.count, deallocator: .none)
      }
      defer { statement.setUncheckedArguments(StatementArguments()) }
      try statement.execute(arguments: arguments(node, state: state ?? Data(), checksum: checksum, since: since))
    }
  }

  /// The size from which avoiding a copy is faster.
  private static let largeSize = 64 << 10

  private static func arguments(
    _ node: ArchivedNode, state: Data, checksum: Int64, since: SaveNumber
  ) -> StatementArguments {
    [
      node.id, node.parent, node.kind.rawValue, node.relation.rawValue, node.position,
      StoredText.value(node.identifier),
      StoredText.value(node.className), StoredText.value(node.restorationClassName),
      StoredText.value(node.scene?.storyboard), StoredText.value(node.scene?.scene), state, checksum, since,
    ]
  }

  /// Reads a row with these columns.
  ///
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if its checksum does not match.
  static func read(_ row: Row, path: String) throws -> ArchivedNode {
    var node = try readOutline(row, path: path)
    node.state = try row.withUnsafeData(atIndex: 10) { $0.map { [UInt8]($0) } ?? [] }
    guard checksum(node) == storedChecksum(row) else { throw damaged(path) }
    return node
  }

  /// Returns the checksum stored in a row.
  static func storedChecksum(_ row: Row) -> Int64? { Int64.fromDatabaseValue(row[11]) }

  private static func damaged(_ path: String) -> ArchiveStoreError {
    .damaged(path: path, reason: "a saved node does not match its checksum")
  }

  /// Reads a row without its state, and therefore without comparing the checksum.
  static func readOutline(_ row: Row, path: String) throws -> ArchivedNode {
    guard let id = Int64.fromDatabaseValue(row[0]),
      let kind = Int.fromDatabaseValue(row[2]).flatMap(ArchivedNode.Kind.init),
      let relation = Int.fromDatabaseValue(row[3]).flatMap(ArchivedNode.Relation.init),
      let position = Int.fromDatabaseValue(row[4]), let identifier = String.fromDatabaseValue(row[5]),
      let className = String.fromDatabaseValue(row[6])
    else { throw damaged(path) }
    var node = ArchivedNode(
      id: id, parent: Int64.fromDatabaseValue(row[1]), kind: kind, relation: relation, position: position,
      identifier: identifier, className: className, restorationClassName: String.fromDatabaseValue(row[7]))
    if let storyboard = String.fromDatabaseValue(row[8]), let scene = String.fromDatabaseValue(row[9]) {
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
