import GRDB
import StateRestoration

/// The rows of pieces: parts of long values encoded by nodes (`StatePieces`), stored once for all versions of a node
/// that contain them.
///
/// A piece is a row of the table `node` below its node, with an ID from ``firstID`` on. Its class is the value's kind,
/// and its state contains the bytes. The state of a node with such values is followed by a CBOR array with an array for
/// each value: its kind and the IDs of its pieces. Readers of a save get states with the complete values.
struct PieceRows {
  /// The first ID of pieces; those of nodes are lower.
  static let firstID: NodeID = 1 << 52

  /// The pieces of nodes in the newest save. A piece written by another process has no version.
  private var stored: [NodeID: [(version: UInt64, id: NodeID)]] = [:]
  private var lastID: NodeID

  /// Reads the pieces of the newest save.
  init(_ database: Database) throws {
    lastID = try max(Self.firstID, Int64.fetchOne(database, sql: "SELECT max(id) FROM node") ?? 0)
    let rows = try Row.fetchCursor(
      database, sql: "SELECT id, parent FROM node WHERE id >= ? AND until IS NULL", arguments: [Self.firstID])
    while let row = try rows.next() {
      guard let id = Int64.fromDatabaseValue(row[0]), let node = Int64.fromDatabaseValue(row[1]) else { continue }
      stored[node, default: []].append((0, id))
    }
  }

  /// Removes all pieces, as their rows have been closed.
  mutating func removeAll() { stored = [:] }

  /// Closes the rows of a node's pieces.
  mutating func remove(_ node: NodeID, ending end: (NodeID) throws -> Void) throws {
    guard let pieces = stored.removeValue(forKey: node) else { return }
    for piece in pieces { try end(piece.id) }
  }

  /// Writes the pieces of a node that are not stored yet, and closes the rows of those that it no longer contains.
  ///
  /// - Returns: the node as stored in its own row.
  mutating func update(
    _ node: ArchivedNode, inserting insert: (ArchivedNode) throws -> Void, ending end: (NodeID) throws -> Void
  ) throws -> ArchivedNode {
    guard !node.pieces.isEmpty else {
      try remove(node.id, ending: end)
      return node
    }
    var old = Dictionary(
      (stored[node.id] ?? []).filter { $0.version > 0 }.map { ($0.version, $0.id) }, uniquingKeysWith: { $1 })
    let unknown = (stored[node.id] ?? []).filter { $0.version == 0 }
    var now: [(version: UInt64, id: NodeID)] = []
    var writer = CBORWriter()
    writer.beginArray(count: node.pieces.count)
    for value in node.pieces {
      writer.beginArray(count: value.pieces.count + 1)
      writer.write(value.kind.rawValue)
      for piece in value.pieces {
        let id: NodeID
        if let known = old.removeValue(forKey: piece.version) {
          id = known
        } else {
          lastID += 1
          id = lastID
          try insert(
            ArchivedNode(
              id: id, parent: node.id, kind: .object, relation: .child, position: 0, identifier: "",
              className: value.kind.rawValue, state: piece.bytes))
        }
        now.append((piece.version, id))
        writer.write(id)
      }
    }
    for id in Array(old.values) + unknown.map(\.id) { try end(id) }
    stored[node.id] = now
    var row = node
    row.state += writer.bytes
    row.pieces = []
    return row
  }

  // MARK: Reading

  /// Returns a node as it was encoded, from its row.
  ///
  /// - Parameter piece: reads the row of a piece.
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if the pieces are missing or invalid.
  static func join(_ node: ArchivedNode, path: String, _ piece: (NodeID) throws -> ArchivedNode?) throws -> ArchivedNode
  {
    var reader = CBORReader(node.state)
    guard node.state.first.map({ $0 >> 5 == 5 }) == true, (try? reader.skip()) != nil, !reader.isAtEnd else {
      return node
    }
    let end = reader.offset
    var joined = node
    joined.state.removeSubrange(end...)
    do {
      guard case .list(let values) = try StateValue(from: &reader) else { throw ArchiveFile.Failure.damaged }
      joined.pieces = try values.map { value in
        guard case .list(let parts) = value, case .string(let name)? = parts.first,
          let kind = StatePieces.Kind(rawValue: name)
        else { throw ArchiveFile.Failure.damaged }
        return StatePieces(
          kind,
          try parts.dropFirst().map { part in
            guard case .integer(let id) = part, let row = try piece(id), row.parent == node.id else {
              throw ArchiveFile.Failure.damaged
            }
            return StatePiece(row.state)
          })
      }
      try joined.joinPieces()
      return joined
    } catch {
      throw ArchiveStoreError.damaged(path: path, reason: "a saved text has lost a part")
    }
  }

  /// Returns the nodes among rows, with their pieces in place.
  static func join(_ rows: [ArchivedNode], path: String) throws -> [ArchivedNode] {
    guard rows.contains(where: { $0.id >= firstID }) else { return rows }
    let pieces = Dictionary(
      rows.lazy.filter { $0.id >= firstID }.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let owners = Set(pieces.values.compactMap(\.parent))
    return try rows.filter { $0.id < firstID }.map { node in
      owners.contains(node.id) ? try join(node, path: path) { pieces[$0] } : node
    }
  }
}
