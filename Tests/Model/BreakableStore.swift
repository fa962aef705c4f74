import ArchiveStore
import StateRestoration

/// A store that can be made to refuse writes, like one on a full disk.
@MainActor
final class BreakableStore: ArchiveStore {
  var isBroken = false
  private let store: SQLiteArchiveStore

  init(_ store: SQLiteArchiveStore) {
    self.store = store
  }

  func currentArchive() throws -> Archive? { try store.currentArchive() }
  func archive(ofSave number: SaveNumber) throws -> Archive? { try store.archive(ofSave: number) }
  func currentSnapshot() throws -> [UInt8]? { try store.currentSnapshot() }
  func saves() throws -> [SaveSummary] { try store.saves() }
  func currentSaveNumber() throws -> SaveNumber? { try store.currentSaveNumber() }
  func keep(_ number: SaveNumber, because reason: KeepReason) throws { try store.keep(number, because: reason) }
  func rollBack(to number: SaveNumber) throws -> SaveNumber { try store.rollBack(to: number) }
  func note(_ name: String) throws -> Int64? { try store.note(name) }
  func setNote(_ name: String, to value: Int64?) throws { try store.setNote(name, to: value) }
  func nextNodeID() throws -> NodeID { try store.nextNodeID() }

  func commit(_ change: ArchiveChange) throws -> SaveNumber {
    if isBroken { throw ModelError.refused }
    return try store.commit(change)
  }
}
