import StateRestoration

/// The archive of one save, as read from the database.
struct SavedArchive {
  /// The save's number; 0 if it is unknown.
  var number: SaveNumber
  /// The archive.
  var archive: Archive
  /// The sum of the checksums of its rows, which reveals rows of other saves.
  var checksum: Int64 = 0
  /// The sizes in bytes of states that were not read, by node ID.
  var omittedStates: [NodeID: Int] = [:]

  /// The mark of the save.
  var mark: SaveMark { SaveMark(number, archive.info, checksum) }

  /// Reads the newest save; nil if there is none.
  static func readNewest(_ database: Database, path: String) throws -> SavedArchive? {
    try newestNumber(database, path: path).flatMap { try read($0, isCurrent: true, database, path: path) }
  }

  private static func newestNumber(_ database: Database, path: String) throws -> SaveNumber? {
    guard let last = try database.statement("SELECT max(number) FROM save").first(read: { $0.integer(0) }) else {
      guard try database.statement("SELECT 1 FROM node").first(read: { _ in true }) == nil else {
        throw ArchiveStoreError.damaged(path: path, reason: "it contains nodes that belong to no save")
      }
      return nil
    }
    return last
  }

  /// Limits on the states that are read with their nodes: the size of each, and the total.
  struct StateLimits {
    var each = Int.max
    var together = Int.max
  }

  /// Reads the newest save, with the states of large nodes one at a time on demand, as a save may be as large as all
  /// memory of scripts. Does nothing if there is no save.
  ///
  /// - Parameters:
  ///   - willRead: called before each node is read; an error that it throws ends the reading.
  ///   - body: receives the save without the ``omittedStates``, and a function that reads one of them.
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if a row is damaged.
  static func withNewest(
    _ database: Database, path: String, willRead: () throws -> Void = {},
    _ body: (SavedArchive, (NodeID) throws -> [UInt8]) throws -> Void
  ) throws {
    let limits = StateLimits(each: 64 << 10, together: 8 << 20)
    guard let number = try newestNumber(database, path: path),
      let save = try read(number, isCurrent: true, limits: limits, database, path: path, willRead: willRead)
    else { return }
    let query = try database.statement(
      "SELECT \(NodeRow.columns) FROM \(NodeRow.current) WHERE id = ? AND until IS NULL")
    try body(save) { id in
      let state = try query.first(id) { try NodeRow.read($0, path: path).state }
      guard let state, state.count == save.omittedStates[id] else {
        throw ArchiveStoreError.damaged(
          path: path, reason: "the size of the state of node \(id) differs from the recorded size")
      }
      return state
    }
  }

  /// - Parameters:
  ///   - isCurrent: whether it is the newest save, which can be read faster.
  ///   - limits: the states to read; the others are in ``omittedStates``.
  ///   - willRead: called before each node is read.
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if a row is damaged.
  static func read(
    _ number: SaveNumber, isCurrent: Bool, limits: StateLimits = StateLimits(), _ database: Database, path: String,
    willRead: () throws -> Void = {}
  ) throws -> SavedArchive? {
    let summary = try database.statement("SELECT \(SaveRow.columns) FROM save WHERE number = ?")
      .first(number, read: SaveRow.summary)
    guard let summary else { return nil }
    let condition = isCurrent ? "until IS NULL" : "since <= ?1 AND (until IS NULL OR until > ?1)"
    let columns = limits.each == .max ? NodeRow.columns : NodeRow.columns(statesUpTo: limits.each)
    let rows = try database.statement("SELECT \(columns), since, length(state) FROM node WHERE \(condition)")
    var save = SavedArchive(
      number: number, archive: Archive(info: summary.info, applicationState: [], nodes: []))
    var nodes: [ArchivedNode] = []
    var applications = 0
    var room = limits.together
    try rows.forEachRow(with: isCurrent ? [] : [number]) { row in
      try willRead()
      let size = Int(row.integer(NodeRow.columnCount + 1) ?? 0)
      let isOmitted = size > min(limits.each, room)
      let node = isOmitted ? try NodeRow.readOutline(row, path: path) : try NodeRow.read(row, path: path)
      if isOmitted { save.omittedStates[node.id] = size } else { room -= size }
      guard row.integer(NodeRow.columnCount) ?? .max <= number else {
        throw ArchiveStoreError.damaged(path: path, reason: "it contains nodes of a save later than \(number)")
      }
      save.checksum &+= NodeRow.storedChecksum(row) ?? 0
      if node.id == Schema.applicationNode {
        save.archive.applicationState = node.state
        applications += 1
      } else {
        nodes.append(node)
      }
    }
    guard nodes.count(where: { $0.id < PieceRows.firstID }) == summary.nodeCount, applications == 1 else {
      throw ArchiveStoreError.damaged(path: path, reason: "save \(number) is missing nodes")
    }
    // A save that is read in parts keeps its pieces separate.
    if limits.each == .max { nodes = try PieceRows.join(nodes, path: path) }
    save.archive.nodes = Archive.inWalkOrder(nodes)
    return save
  }
}
