import Foundation
import GRDB
import StateRestoration

/// A row of the table `node`: a version of a node, with a checksum.
enum NodeRow {
  static let columns =
    "id, parent, kind, relation, position, identifier, class, restoration_class, storyboard, scene, state, checksum"

  static func arguments(_ node: ArchivedNode, checksum: Int64, since: SaveNumber) -> StatementArguments {
    [
      node.id, node.parent, node.kind.rawValue, node.relation.rawValue, node.position,
      StoredText.value(node.identifier),
      StoredText.value(node.className), StoredText.value(node.restorationClassName),
      StoredText.value(node.scene?.storyboard), StoredText.value(node.scene?.scene), Data(node.state), checksum, since,
    ]
  }

  /// Reads a row of these columns.
  ///
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if it is not what was written.
  static func read(_ row: Row, path: String) throws -> ArchivedNode {
    let damaged = ArchiveStoreError.damaged(path: path, reason: "a saved node is not what was written")
    guard let id = Int64.fromDatabaseValue(row[0]),
      let kind = Int.fromDatabaseValue(row[2]).flatMap(ArchivedNode.Kind.init),
      let relation = Int.fromDatabaseValue(row[3]).flatMap(ArchivedNode.Relation.init),
      let position = Int.fromDatabaseValue(row[4]), let identifier = String.fromDatabaseValue(row[5]),
      let className = String.fromDatabaseValue(row[6]), let checksum = Int64.fromDatabaseValue(row[11])
    else { throw damaged }
    var node = ArchivedNode(
      id: id, parent: Int64.fromDatabaseValue(row[1]), kind: kind, relation: relation, position: position,
      identifier: identifier, className: className, restorationClassName: String.fromDatabaseValue(row[7]))
    if let storyboard = String.fromDatabaseValue(row[8]), let scene = String.fromDatabaseValue(row[9]) {
      node.scene = .init(storyboard: storyboard, scene: scene)
    }
    node.state = try row.withUnsafeData(atIndex: 10) { $0.map { [UInt8]($0) } ?? [] }
    guard self.checksum(node) == checksum else { throw damaged }
    return node
  }

  /// The checksum of all that the row says.
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
