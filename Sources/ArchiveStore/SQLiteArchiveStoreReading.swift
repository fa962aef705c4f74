import Foundation
import GRDB
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
    let picture = try read { try Data.fetchOne($0, sql: "SELECT picture FROM snapshot WHERE id = 1") }
    return picture.flatMap { SealedPicture.unseal([UInt8]($0)) }
  }

  public func saves() throws -> [SaveSummary] {
    try read { database in
      let history = try History(database)
      let rows = try Row.fetchAll(database, sql: "SELECT \(SaveRow.columns) FROM save ORDER BY number")
      return zip(rows, zip(history.entries, history.reasons)).map { row, kept in
        var save = SaveRow.summary(row)
        (save.kind, save.reasons) = (kept.0.kind, kept.1)
        return save
      }
    }
  }

  public func currentSaveNumber() throws -> SaveNumber? {
    try read { try Int64.fetchOne($0, sql: "SELECT max(number) FROM save") }
  }

  public func nextNodeID() throws -> NodeID {
    try read {
      try Int64.fetchOne($0, sql: "SELECT max(id) FROM node WHERE id < ?", arguments: [PieceRows.firstID]) ?? 0
    } + 1
  }

  /// Checks every page and every row of the whole history.
  ///
  /// - Returns: the problems, one sentence each; empty if there are none.
  public func verify() throws -> [String] {
    var problems = try read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }.filter { $0 != "ok" }
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
