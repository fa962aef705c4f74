import StateRestoration

/// The rows of pieces: parts of long values encoded by nodes (`StatePieces`), stored once for all versions of a node
/// that contain them.
///
/// A piece is a row of the table `node` below its node, with an ID from ``firstID`` on. Its class is the value's kind,
/// and its state contains the bytes. The state of a node with such values is followed by a CBOR array with an array for
/// each value: its kind and the IDs of its pieces. A save is read with these values in `ArchivedNode.pieces`.
struct PieceRows {
  /// The first ID of pieces; those of nodes are lower.
  static let firstID: NodeID = 1 << 52

  /// The row of a piece.
  private struct Stored {
    var id: NodeID
    /// The version of the piece in this process; nil for a row of an earlier run, which is recognized by its checksum.
    var version: UInt64?
    var checksum: Int64 = 0
  }

  /// The pieces of nodes in the newest save.
  private var stored: [NodeID: [Stored]] = [:]
  private var lastID: NodeID

  /// Reads the pieces of the newest save.
  init(_ database: Database) throws {
    lastID = try max(Self.firstID, database.statement("SELECT max(id) FROM node").first { $0.integer(0) } ?? 0)
    try database.statement("SELECT id, parent, checksum FROM node WHERE id >= ? AND until IS NULL")
      .forEachRow(with: [Self.firstID]) { row in
        guard let id = row.integer(0), let node = row.integer(1), let checksum = row.integer(2) else { return }
        stored[node, default: []].append(Stored(id: id, checksum: checksum))
      }
  }

  /// Removes all pieces, as their rows have been closed.
  mutating func removeAll() { stored = [:] }

  /// Closes the rows of a node's pieces.
  mutating func remove(_ node: NodeID, ending end: (NodeID) throws -> Void) throws {
    guard !stored.isEmpty, let pieces = stored.removeValue(forKey: node) else { return }
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
    var known: [UInt64: NodeID] = [:]
    var checksums: [NodeID: Int64] = [:]
    for piece in stored[node.id] ?? [] {
      if let version = piece.version { known[version] = piece.id } else { checksums[piece.id] = piece.checksum }
    }
    var now: [Stored] = []
    var writer = CBORWriter()
    writer.beginArray(count: node.pieces.count)
    for value in node.pieces {
      writer.beginArray(count: value.pieces.count + 1)
      writer.write(value.kind.rawValue)
      for piece in value.pieces {
        let id: NodeID
        if let found = known.removeValue(forKey: piece.version) {
          id = found
        } else if let old = piece.storedID, let checksum = checksums[old],
          checksum == NodeRow.checksum(Self.row(old, of: node, value.kind, piece))
        {
          checksums[old] = nil
          id = old
        } else {
          lastID += 1
          id = lastID
          try insert(Self.row(id, of: node, value.kind, piece))
        }
        now.append(Stored(id: id, version: piece.version))
        writer.write(id)
      }
    }
    for id in Array(known.values) + Array(checksums.keys) { try end(id) }
    stored[node.id] = now
    var row = node
    row.state += writer.bytes
    row.pieces = []
    return row
  }

  private static func row(
    _ id: NodeID, of node: ArchivedNode, _ kind: StatePieces.Kind, _ piece: StatePiece
  ) -> ArchivedNode {
    ArchivedNode(
      id: id, parent: node.id, kind: .object, relation: .child, position: 0, identifier: "",
      className: kind.rawValue, state: piece.bytes)
  }

  // MARK: Reading

  /// Returns the values that follow a node's state, each with its kind and the IDs of its pieces; nil if there are none.
  ///
  /// - Throws: ``ArchiveFile/Failure/damaged`` if they cannot be read.
  static func values(_ node: ArchivedNode) throws -> (state: Int, values: [(kind: StatePieces.Kind, ids: [NodeID])])? {
    var reader = CBORReader(node.state)
    guard node.state.first.map({ $0 >> 5 == 5 }) == true, (try? reader.skip()) != nil, !reader.isAtEnd else {
      return nil
    }
    let end = reader.offset
    guard case .list(let values)? = try? StateValue(from: &reader) else { throw ArchiveFile.Failure.damaged }
    return (
      end,
      try values.map { value in
        guard case .list(let parts) = value, case .string(let name)? = parts.first,
          let kind = StatePieces.Kind(rawValue: name)
        else { throw ArchiveFile.Failure.damaged }
        return (
          kind,
          try parts.dropFirst().map {
            guard case .integer(let id) = $0 else { throw ArchiveFile.Failure.damaged }
            return id
          }
        )
      }
    )
  }

  /// Returns a node as it was encoded, from its row.
  ///
  /// - Parameter piece: reads the row of a piece.
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if the pieces are missing or invalid.
  static func join(_ node: ArchivedNode, path: String, _ piece: (NodeID) throws -> ArchivedNode?) throws -> ArchivedNode
  {
    do {
      guard let (end, values) = try values(node) else { return node }
      var joined = node
      joined.state.removeSubrange(end...)
      joined.pieces = try values.map { kind, ids in
        StatePieces(
          kind,
          try ids.map { id in
            guard let row = try piece(id), row.parent == node.id else { throw ArchiveFile.Failure.damaged }
            return StatePiece(row.state, storedID: id)
          })
      }
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
