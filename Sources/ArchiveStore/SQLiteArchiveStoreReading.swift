import StateRestoration

/// Reading saves.
extension SQLiteArchiveStore {
  public func currentArchive() throws -> Archive? {
    try currentSave()?.archive
  }

  /// Returns the newest save, of which ``currentArchive()`` is a part; nil if there is none.
  func currentSave() throws -> SavedArchive? {
    if let found = readAhead { return found }
    return try read { try SavedArchive.readNewest($0, path: path) }
  }

  public func archive(ofSave number: SaveNumber) throws -> Archive? {
    try read { try SavedArchive.read(number, isCurrent: false, $0, path: path)?.archive }
  }

  public func currentSnapshot() throws -> [UInt8]? {
    try read { try $0.statement("SELECT picture FROM snapshot WHERE id = 1").first { $0.bytes(0) } }
      .flatMap(SealedPicture.unseal)
  }

  public func saves() throws -> [SaveSummary] {
    try read { database in
      let history = try History(database)
      var saves: [SaveSummary] = []
      try database.statement("SELECT \(SaveRow.columns) FROM save ORDER BY number")
        .forEachRow { saves.append(SaveRow.summary($0)) }
      return zip(saves, zip(history.entries, history.reasons)).map { save, kept in
        var save = save
        (save.kind, save.reasons) = (kept.0.kind, kept.1)
        return save
      }
    }
  }

  public func currentSaveNumber() throws -> SaveNumber? {
    try read { try $0.statement("SELECT max(number) FROM save").first { $0.integer(0) } }
  }

  public func nextNodeID() throws -> NodeID {
    try read(NodeRow.lastID) + 1
  }

  /// Checks every page and every row of the whole history.
  ///
  /// - Returns: the problems, one sentence each; empty if there are none.
  public func verify() throws -> [String] {
    var problems: [String] = []
    try read { try $0.statement("PRAGMA integrity_check").forEachRow { problems.append($0.text(0) ?? "") } }
    problems.removeAll { $0 == "ok" }
    for save in try saves() {
      do {
        let archive = try archive(ofSave: save.number)
        let damaged = ArchiveOutline(archive ?? Archive(info: save.info, applicationState: [], nodes: [])).nodes
          .filter(\.state.isDamaged)
        problems += damaged.map { "save \(save.number): cannot read the state of \($0.path)" }
        if let count = archive?.nodes.count, count != save.nodeCount {
          problems.append("save \(save.number): only \(count) of \(save.nodeCount) nodes are reachable from a root")
        }
      } catch {
        problems.append("save \(save.number): \(error)")
      }
    }
    return problems
  }
}
